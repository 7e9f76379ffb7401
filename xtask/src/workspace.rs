//! What cargo knows about the workspace.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::run::{output, root};

/// The workspace as `cargo metadata` describes it.
pub struct Workspace {
    /// Where cargo builds.
    pub target: PathBuf,
    /// Its packages, in cargo's words.
    pub packages: Vec<Value>,
}

impl Workspace {
    pub fn read() -> Result<Workspace, String> {
        let mut command = Command::new(env!("CARGO"));
        command
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(root());
        let told: Value = serde_json::from_slice(&output(&mut command)?)
            .map_err(|error| format!("cargo metadata: {error}"))?;
        let packages = told["packages"].as_array().cloned().unwrap_or_default();
        match told["target_directory"].as_str() {
            Some(target) if !packages.is_empty() => Ok(Workspace {
                target: target.into(),
                packages,
            }),
            _ => Err("cargo metadata names no packages or no target directory".to_string()),
        }
    }

    /// The packages that may be published: in cargo's words, those whose list of
    /// registries is not empty.
    pub fn published(&self) -> impl Iterator<Item = &Value> {
        self.packages.iter().filter(|package| is_published(package))
    }

    /// The others.
    pub fn private(&self) -> impl Iterator<Item = &Value> {
        self.packages
            .iter()
            .filter(|package| !is_published(package))
    }
}

/// The name of a package.
pub fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap_or_default()
}

/// The version of a package.
pub fn version(package: &Value) -> &str {
    package["version"].as_str().unwrap_or_default()
}

fn is_published(package: &Value) -> bool {
    package["publish"]
        .as_array()
        .is_none_or(|list| !list.is_empty())
}
