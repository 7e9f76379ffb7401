//! `grundy web`: the page, the whole workbench in a browser.
//!
//! The address goes to standard output, everything else to standard error. The page asks the same
//! desk as `grundy batch`; rule files of this computer it cannot name.

use std::io::{self, Write};
use std::process::{self, Stdio};
use std::sync::Arc;
use std::thread;

use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::text::Lang;
use grundy_desk::Desk;
use grundy_web::{Server, Settings};

use crate::cache;
use crate::interrupt;
use crate::options;
use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("web")
        .about(say(
            lang,
            "Serve the page: the whole workbench in a browser on this computer",
            "提供网页：在本机浏览器中使用整个工作台",
        ))
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .default_value("4117")
                .value_parser(move |text: &str| port(text, lang))
                .help(say(
                    lang,
                    "The port to listen on; 0 takes one that is free",
                    "监听的端口；0 表示选用空闲端口",
                )),
        )
        .arg(
            Arg::new("host")
                .long("host")
                .value_name("ADDRESS")
                .default_value("127.0.0.1")
                .help(say(
                    lang,
                    "The address or name of this computer to listen on; 0.0.0.0 is every one, and lets in whoever reaches it",
                    "监听的本机地址或名称；0.0.0.0 表示全部地址，凡能访问者均可使用",
                )),
        )
        .arg(
            Arg::new("open")
                .long("open")
                .action(ArgAction::SetTrue)
                .help(say(
                    lang,
                    "Open the page in the browser",
                    "在浏览器中打开网页",
                )),
        )
        .args(options::limits_with(lang, options::PAGE))
        .after_help(say(
            lang,
            "The limits are for each question, and a question may ask for less. Ctrl-C stops the server.",
            "上述限制针对每个问题，问题本身可要求更少。按 Ctrl-C 停止服务器。",
        ))
}

fn port(text: &str, lang: Lang) -> Result<u16, String> {
    let number = text.parse();
    number.map_err(|_| say(lang, "a number from 0 to 65535", "应为 0 到 65535 的数").to_string())
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let usual = Settings::default();
    let settings = Settings {
        host: matches.get_one("host").cloned().unwrap_or(usual.host),
        port: matches.get_one("port").copied().unwrap_or(usual.port),
        lang,
        ..Settings::default()
    };
    let desk = Desk::new(options::allowance(matches), lang).keeping(cache::keeping().clone());
    let server = Server::bind(settings, Arc::new(desk))
        .map_err(|error| Failed::Usage(error.message().get(lang).to_string()))?;
    // Connections are closed before the process ends.
    let closing = interrupt::Writing::begin();
    let stop = server.stop();
    interrupt::then(move || stop.now());
    let url = server.url();
    options::write_stdout(format!("{url}\n").as_bytes())?;
    if !server.address().ip().is_loopback() {
        note(say(
            lang,
            "whoever reaches this address can use the page: there are no accounts and no encryption",
            "凡能访问此地址者均可使用网页：没有账户，也没有加密",
        ));
    }
    note(say(lang, "Ctrl-C stops the server", "按 Ctrl-C 停止服务器"));
    if matches.get_flag("open") {
        open(&url, lang);
    }
    let served = server.run();
    // From here it is a few steps to the end of the process, which need no hurry.
    std::mem::forget(closing);
    Ok(served?)
}

fn note(text: &str) {
    // A note that cannot be shown is no failure.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Opens an address in the browser, or says that there is none.
fn open(url: &str, lang: Lang) {
    let mut command = if cfg!(target_os = "macos") {
        process::Command::new("open")
    } else if cfg!(windows) {
        let mut command = process::Command::new("cmd");
        // The first text would be the title of a window.
        command.args(["/C", "start", ""]);
        command
    } else {
        process::Command::new("xdg-open")
    };
    command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let failed = move || {
        note(say(
            lang,
            "no browser could be opened; open the address above",
            "无法打开浏览器；请自行打开上面的地址",
        ));
    };
    match command.spawn() {
        // Some browsers stay until they are closed.
        Ok(mut browser) => drop(thread::spawn(move || {
            if !browser.wait().is_ok_and(|status| status.success()) {
                failed();
            }
        })),
        Err(_) => failed(),
    }
}
