//! Archives for people to download: the command, its completions and manual pages, README,
//! licences, documents and examples in `dist/grundy-VERSION-TARGET.tar.gz` (`.zip` for
//! Windows), with their sums in `dist/SHA256SUMS`.
//!
//! On Linux the command is linked statically with musl where the toolchain can, so that
//! it runs on every distribution; elsewhere against the system's own libraries. The
//! same commit gives the same bytes: paths of the machine are taken out of the
//! program, files are sorted and carry the time of the commit ([`crate::archive`]).
//!
//! An archive counts only after it was tried: it is unpacked into an empty folder,
//! which becomes the root of the file system (`chroot`, through a user namespace for
//! those who are not root), so that nothing of this machine can help it; there it
//! runs what the two READMEs inside show, and must print what they show.
//!
//! Limits: only what this machine can run is packed. Where there is no `chroot`, the
//! archive is tried in a folder of its own without environment, and that is said.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::archive::{File, Files, sha256, tar_gz, zip};
use crate::run::{self, output, root};
use crate::workspace::{Workspace, name, version};

/// The package with the command.
const PACKAGE: &str = "grundy-cli";

/// Where the command's own completions go: the shell's name for `grundy completions`, and
/// the name of the file that the shell looks for.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "grundy.bash"),
    ("elvish", "grundy.elv"),
    ("fish", "grundy.fish"),
    ("powershell", "_grundy.ps1"),
    ("zsh", "_grundy"),
];

/// The manual in both languages, in the folders in which `man` looks for them.
const MANUALS: [(&str, &str); 2] = [
    ("en", "man/man1/grundy.1"),
    ("zh", "man/zh_CN/man1/grundy.1"),
];

/// What the archive must be able to do, as its READMEs show it.
const SHOWN: [(&str, &[&str]); 4] = [
    ("README.md", &["solve", "nim", "3,5,7"]),
    ("README.md", &["study", "examples/lasker.game"]),
    ("README.zh.md", &["solve", "nim", "3,5,7", "--lang", "zh"]),
    (
        "README.zh.md",
        &["study", "examples/lasker.game", "--lang", "zh"],
    ),
];

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The platform; this machine's, if none is named.
    target: Option<String>,
    /// The name under which this is released, which must fit the version.
    tag: Option<String>,
}

impl Wanted {
    pub fn read(words: &[&str]) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        for pair in words.chunks(2) {
            match *pair {
                ["--target", target] => wanted.target = Some(target.to_string()),
                ["--tag", tag] => wanted.tag = Some(tag.to_string()),
                _ => return None,
            }
        }
        Some(wanted)
    }
}

/// Builds, packs and tries an archive.
pub fn run(wanted: &Wanted) -> Result<(), String> {
    let workspace = Workspace::read()?;
    let version = released(&workspace)?;
    if let Some(tag) = wanted
        .tag
        .as_deref()
        .filter(|tag| **tag != format!("v{version}"))
    {
        return Err(format!("the tag is {tag}, the version is {version}"));
    }
    let target = match &wanted.target {
        Some(target) => target.clone(),
        None => usual_target()?,
    };
    let program = build(&workspace, &target)?;
    let files = gather(&program, &target)?;
    let folder = format!("grundy-{version}-{target}");
    let (extension, bytes) = if is_windows(&target) {
        ("zip", zip(&folder, &files)?)
    } else {
        ("tar.gz", tar_gz(&folder, &files, time()?)?)
    };
    let dist = root().join("dist");
    fs::create_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    let archive = dist.join(format!("{folder}.{extension}"));
    write(&archive, &bytes)?;
    if let Err(told) = try_out(&archive, &folder, &version) {
        // Nobody should find it there and send it out.
        let removed = fs::remove_file(&archive);
        let left = removed.map_or_else(
            |error| format!("\nit is still there: {error}"),
            |()| String::new(),
        );
        return Err(format!("{}: {told}{left}", archive.display()));
    }
    sums()?;
    println!(
        "dist/{folder}.{extension}: {} files, {} bytes, tried",
        files.len(),
        bytes.len()
    );
    Ok(())
}

/// Writes the sums of all archives of this version in `dist/`.
pub fn sums() -> Result<(), String> {
    let version = released(&Workspace::read()?)?;
    let dist = root().join("dist");
    let mut names: Vec<String> = names_in(&dist)?;
    names.retain(|name| {
        name.starts_with(&format!("grundy-{version}-"))
            && (name.ends_with(".tar.gz") || name.ends_with(".zip"))
    });
    if names.is_empty() {
        return Err(format!("{} holds no archive of {version}", dist.display()));
    }
    let mut lines = String::new();
    for name in names {
        lines += &format!("{}  {name}\n", sha256(&read(&dist.join(&name))?));
    }
    print!("{lines}");
    write(&dist.join("SHA256SUMS"), lines.as_bytes())
}

fn released(workspace: &Workspace) -> Result<String, String> {
    let package = workspace.published().find(|p| name(p) == PACKAGE);
    let package = package.ok_or_else(|| format!("there is no published package {PACKAGE}"))?;
    Ok(version(package).to_string())
}

fn is_windows(target: &str) -> bool {
    target.contains("windows")
}

/// This machine's platform; on Linux the static one, where its library can be had.
fn usual_target() -> Result<String, String> {
    let told = output(Command::new("rustc").arg("-vV"))?;
    let told = String::from_utf8_lossy(&told);
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not say which platform this is")?;
    let Some(machine) = host.strip_suffix("-linux-gnu") else {
        return Ok(host.to_string());
    };
    let musl = format!("{machine}-linux-musl");
    if has_library(&musl) || run::run(Command::new("rustup").args(["target", "add", &musl])).is_ok()
    {
        return Ok(musl);
    }
    println!(
        "no library for {musl}: the archive will need the C library of this system, or a newer one"
    );
    Ok(host.to_string())
}

/// Whether the toolchain holds the standard library for a platform.
fn has_library(target: &str) -> bool {
    let asked = ["--print", "target-libdir", "--target", target];
    output(Command::new("rustc").args(asked)).is_ok_and(|told| {
        let folder = String::from_utf8_lossy(&told).trim().to_string();
        fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
    })
}

/// Builds the command, optimised, without symbols and without paths of this machine.
fn build(workspace: &Workspace, target: &str) -> Result<PathBuf, String> {
    let mut flags = vec![format!("--remap-path-prefix={}=grundy", root().display())];
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    if let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
    }
    if is_windows(target) || target.ends_with("-musl") {
        // Windows without it needs a package that not every machine has.
        flags.push("-Ctarget-feature=+crt-static".to_string());
    }
    let folder = workspace.target.join("dist");
    run::run(
        Command::new(env!("CARGO"))
            .current_dir(root())
            .args(["build", "--release", "--locked", "--package", PACKAGE])
            .args(["--target", target, "--target-dir"])
            .arg(&folder)
            .env("CARGO_PROFILE_RELEASE_STRIP", "symbols")
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")),
    )?;
    let program = if is_windows(target) {
        "grundy.exe"
    } else {
        "grundy"
    };
    Ok(folder.join(target).join("release").join(program))
}

/// All that goes into the archive.
fn gather(program: &Path, target: &str) -> Result<Files, String> {
    let mut files = Files::new();
    let mut add = |path: String, bytes: Vec<u8>, executable: bool| {
        files.insert(path, File { bytes, executable });
    };
    let own = |arguments: &[&str]| {
        output(Command::new(program).args(arguments)).map_err(|error| {
            format!("{error}\nonly what this machine can run is packed; {target} may need another")
        })
    };
    for (shell, file) in COMPLETIONS {
        let script = own(&["completions", shell])?;
        add(format!("completions/{file}"), script, false);
    }
    for (lang, file) in MANUALS {
        add(file.to_string(), own(&["man", "--lang", lang])?, false);
    }
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    add(name.into_owned(), read(program)?, true);
    for file in names_in(root())? {
        let wanted = file.starts_with("LICENSE-")
            || ["README.md", "README.zh.md", "CHANGELOG.md"].contains(&file.as_str());
        if wanted {
            add(file.clone(), read(&root().join(&file))?, false);
        }
    }
    for (folder, ending) in [("docs", ".md"), ("examples", ".game")] {
        for file in names_in(&root().join(folder))? {
            if file.ends_with(ending) {
                let bytes = read(&root().join(folder).join(&file))?;
                add(format!("{folder}/{file}"), bytes, false);
            }
        }
    }
    Ok(files)
}

/// The time that all files carry: `SOURCE_DATE_EPOCH`, as reproducible builds have it, or
/// the commit's.
fn time() -> Result<u64, String> {
    let told = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(told) => told,
        Err(_) => {
            let asked = ["log", "-1", "--format=%ct"];
            let told = output(Command::new("git").current_dir(root()).args(asked))?;
            String::from_utf8_lossy(&told).into_owned()
        }
    };
    let time = told.trim().parse();
    time.map_err(|error| format!("`{}` is no time: {error}", told.trim()))
}

/// Unpacks the archive and compares what it does with what its READMEs show.
fn try_out(archive: &Path, folder: &str, version: &str) -> Result<(), String> {
    let empty = std::env::temp_dir().join(format!("grundy-dist-{}", std::process::id()));
    fs::create_dir_all(&empty).map_err(|error| format!("{}: {error}", empty.display()))?;
    let mut unpack = Command::new(system_tar());
    unpack.arg("-xf").arg(archive).arg("-C").arg(&empty);
    let done = run::run(&mut unpack)
        .and_then(|()| Room::new(empty.join(folder)))
        .and_then(|room| compare(&room, version));
    let _ = fs::remove_dir_all(&empty); // what is left in a temporary folder harms nobody
    done
}

/// The system's own program, not the library that packed. Windows has one that reads zip, and
/// often another of the same name that does not.
fn system_tar() -> PathBuf {
    let windows = std::env::var_os("SystemRoot").filter(|_| cfg!(windows));
    windows.map_or("tar".into(), |folder| {
        Path::new(&folder).join("System32").join("tar.exe")
    })
}

fn compare(room: &Room, version: &str) -> Result<(), String> {
    let told = room.output(&["--version"])?;
    same("--version", &told, &format!("grundy {version}\n"))?;
    for (readme, words) in SHOWN {
        let text = read(&room.folder.join(readme))?;
        let text = String::from_utf8_lossy(&text);
        let command = words.join(" ");
        let shown =
            shown(&text, &command).ok_or_else(|| format!("{readme} does not show `{command}`"))?;
        same(&command, &room.output(words)?, &shown)?;
    }
    for (_, file) in COMPLETIONS {
        let path = format!("completions/{file}");
        let script = read(&room.folder.join(&path))?;
        if !String::from_utf8_lossy(&script).contains("solve") {
            return Err(format!("{path} does not know the verb solve"));
        }
    }
    Ok(())
}

fn same(command: &str, told: &str, expected: &str) -> Result<(), String> {
    if told == expected {
        println!("  {command}: as shown");
        return Ok(());
    }
    Err(format!("`{command}` prints\n{told}instead of\n{expected}"))
}

/// What a document shows below a command.
fn shown(document: &str, command: &str) -> Option<String> {
    let line = format!("$ cargo run --release -- {command}");
    let mut lines = document.lines().skip_while(|l| *l != line);
    lines.next()?;
    let shown = lines.take_while(|line| !line.starts_with("$ ") && !line.starts_with("```"));
    Some(shown.flat_map(|line| [line, "\n"]).collect())
}

/// A place that holds an unpacked archive and nothing else.
struct Room {
    folder: PathBuf,
    /// The command that makes the folder the root of the file system, if there is one.
    enter: Option<&'static [&'static str]>,
}

impl Room {
    fn new(folder: PathBuf) -> Result<Room, String> {
        let mut room = Room {
            folder,
            enter: None,
        };
        if cfg!(target_os = "linux") {
            room.enter = ways_to_an_empty_root().find(|way| leads_there(way));
        }
        if let Some(way) = room.enter {
            println!("tried with an empty root, by {}", way.join(" "));
            room.bring_libraries()?;
            return Ok(room);
        }
        println!("no way to an empty root: tried in its folder, without environment");
        Ok(room)
    }

    /// Copies the libraries that the program names, and their loader; a static program
    /// names none.
    fn bring_libraries(&self) -> Result<(), String> {
        // It fails for static programs of some platforms, and names nothing then.
        let told = Command::new("ldd").arg(self.folder.join("grundy")).output();
        let told = told.map_err(|error| format!("ldd: {error}"))?;
        for library in libraries(&String::from_utf8_lossy(&told.stdout)) {
            let copy = self.folder.join(library.trim_start_matches('/'));
            let place = copy.parent().unwrap_or(&self.folder);
            println!("  the root gets {library}");
            fs::create_dir_all(place)
                .and_then(|()| fs::copy(library, &copy))
                .map_err(|error| format!("{library}: {error}"))?;
        }
        Ok(())
    }

    fn output(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = match self.enter {
            Some(way) => {
                let mut command = Command::new(way[0]);
                command.args(&way[1..]).arg(&self.folder).arg("/grundy");
                command
            }
            None => {
                let program = format!("grundy{}", std::env::consts::EXE_SUFFIX);
                let mut command = Command::new(self.folder.join(program));
                command.env_clear().current_dir(&self.folder);
                // Without it no program of Windows finds the system's libraries.
                if let Some(windows) = std::env::var_os("SystemRoot") {
                    command.env("SystemRoot", windows);
                }
                command
            }
        };
        // The language of this machine's user is no concern of the archive.
        for variable in ["LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"] {
            command.env_remove(variable);
        }
        let told = output(command.args(arguments))?;
        // Windows ends lines in two characters where a document has one.
        Ok(String::from_utf8_lossy(&told).replace("\r\n", "\n"))
    }
}

/// The commands that make a folder the root of the file system: for root, and for others.
fn ways_to_an_empty_root() -> impl Iterator<Item = &'static [&'static str]> {
    let ways: [&[&str]; 2] = [&["chroot"], &["unshare", "--map-root-user", "chroot"]];
    ways.into_iter()
}

/// Whether a way is open to us. It is asked with the whole system as the root, so that a
/// program that lacks something in an empty one is not taken for a closed way.
fn leads_there(way: &[&str]) -> bool {
    let mut command = Command::new(way[0]);
    command.args(&way[1..]).args(["/", "true"]);
    output(&mut command).is_ok()
}

/// The paths in the answer of `ldd`: behind an arrow, or at the beginning for the loader.
fn libraries(told: &str) -> Vec<&str> {
    told.lines()
        .filter_map(|line| {
            let named = line.split_once("=> ").map_or(line, |(_, path)| path);
            named.split_whitespace().next()
        })
        .filter(|path| path.starts_with('/'))
        .collect()
}

fn names_in(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        names.push(
            entry
                .map_err(failed)?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_is_wanted() {
        let read = Wanted::read(&["--target", "x", "--tag", "v1"]).unwrap();
        assert_eq!(
            (read.target.unwrap(), read.tag.unwrap()),
            ("x".into(), "v1".into())
        );
        assert_eq!(Wanted::read(&[]), Some(Wanted::default()));
        assert_eq!(Wanted::read(&["--target"]), None);
        assert_eq!(Wanted::read(&["--targets", "x"]), None);
    }

    #[test]
    fn a_tag_that_does_not_fit_is_refused_before_anything_is_built() {
        let wanted = Wanted::read(&["--tag", "v0.0.0"]).unwrap();
        let refused = run(&wanted).unwrap_err();
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            refused,
            format!("the tag is v0.0.0, the version is {version}")
        );
    }

    #[test]
    fn the_readmes_show_what_archives_are_compared_with() {
        for (readme, words) in SHOWN {
            let text = fs::read_to_string(root().join(readme)).unwrap();
            let shown = shown(&text, &words.join(" ")).unwrap();
            assert!(shown.lines().count() > 3, "{readme}: {shown}");
        }
        let text = "```console\n$ cargo run --release -- a\none\n\ntwo\n$ cargo run --release -- b\n```\nno\n";
        assert_eq!(shown(text, "a").unwrap(), "one\n\ntwo\n");
        assert_eq!(shown(text, "b").unwrap(), "");
        assert_eq!(shown(text, "c"), None);
    }

    #[test]
    fn libraries_of_a_program() {
        let told = "\tlinux-vdso.so.1 (0x00007ffc)\n\
                    \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c)\n\
                    \t/lib64/ld-linux-x86-64.so.2 (0x00007f1d)\n";
        assert_eq!(
            libraries(told),
            [
                "/lib/x86_64-linux-gnu/libc.so.6",
                "/lib64/ld-linux-x86-64.so.2"
            ]
        );
        assert!(libraries("\tstatically linked\n").is_empty());
    }
}
