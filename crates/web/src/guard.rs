//! Who may ask: only the page itself, by the names of this computer.
//!
//! A server on one's own computer can be reached by every page that the browser shows, so what
//! the browser says about a request is looked at before anything else:
//!
//! - `Host` must be a name of this server. A foreign name that leads here (*DNS rebinding*)
//!   would make a foreign page one of the same origin.
//! - `Origin`, where there is one, must be that of the page.
//! - `Sec-Fetch-Site` of a question must not be another site's, nor another port's of the
//!   same one. The files of the page may be linked from anywhere.
//!
//! Programs that are no browsers send neither of the last two. This keeps out pages, not
//! people: whoever reaches the port may ask.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};

use crate::refusal::Refusal;

const FETCH_SITE: &str = "sec-fetch-site";

/// The names by which the server may be called.
#[derive(Clone, Debug)]
pub struct Names {
    /// Where it listens.
    address: SocketAddr,
    /// The name that was given for that, if it is no address.
    name: Option<String>,
}

impl Names {
    /// A server at `address`, which was given as `host`.
    pub fn new(address: SocketAddr, host: &str) -> Names {
        let is_name = host.parse::<IpAddr>().is_err();
        Names {
            address,
            name: is_name.then(|| host.to_string()),
        }
    }

    /// Whether a `Host` names this server.
    fn contain(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            // Colons within brackets are no ports.
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (host, "80"),
        };
        if port != self.address.port().to_string() {
            return false;
        }
        let inside = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        let address = match inside {
            Some(inside) => inside.parse().ok().map(IpAddr::V6),
            None => name.parse().ok().map(IpAddr::V4),
        };
        let here = self.address.ip();
        match address {
            // Nobody can make an address lead elsewhere.
            Some(address) => {
                let address = address.to_canonical();
                address.is_loopback() || address == here || here.is_unspecified()
            }
            None => {
                let same = |known: &str| known.eq_ignore_ascii_case(name);
                same("localhost") || self.name.as_deref().is_some_and(same)
            }
        }
    }

    /// Whether a request may be heard; `api` if it is a question and no file.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap, api: bool) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (host, another) = (hosts.next(), hosts.next());
        let host = host.and_then(|host| host.to_str().ok());
        let Some(host) = host.filter(|_| another.is_none()) else {
            return Err(Refusal::NoHost);
        };
        // An address may stand in the first line as well.
        let named = uri.authority().map_or(host, |named| named.as_str());
        if !self.contain(host) || !self.contain(named) {
            return Err(Refusal::WrongHost);
        }
        for origin in headers.get_all(ORIGIN) {
            let own = origin.to_str().ok().and_then(|o| o.strip_prefix("http://"));
            if !own.is_some_and(|own| own.eq_ignore_ascii_case(host)) {
                return Err(Refusal::WrongOrigin);
            }
        }
        let own = |site: &str| site == "same-origin" || site == "none";
        let mut sites = headers.get_all(FETCH_SITE).iter();
        if api && !sites.all(|site| site.to_str().is_ok_and(own)) {
            return Err(Refusal::WrongOrigin);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str, host: &str) -> Names {
        Names::new(address.parse().unwrap(), host)
    }

    #[test]
    fn only_names_of_this_computer_are_heard() {
        let own = names("127.0.0.1:4117", "127.0.0.1");
        for host in [
            "127.0.0.1:4117",
            "localhost:4117",
            "LocalHost:4117",
            "[::1]:4117",
            "127.8.9.1:4117",
            "[::ffff:127.0.0.1]:4117",
        ] {
            assert!(own.contain(host), "{host}");
        }
        for host in [
            "",
            "localhost",
            "localhost:80",
            "localhost:41170",
            "localhost:4117x",
            "localhost:+4117",
            "localhost.:4117",
            "evil.example:4117",
            "localhost.evil.example:4117",
            "127.0.0.1.evil.example:4117",
            "192.168.1.5:4117",
            "[::1]",
            "[::1:4117",
            "::1:4117",
            "127.1:4117",
            "user@127.0.0.1:4117",
        ] {
            assert!(!own.contain(host), "{host}");
        }
    }

    #[test]
    fn what_was_asked_for_is_a_name_too() {
        let other = names("192.168.1.5:80", "Games.example");
        assert!(other.contain("games.example") && other.contain("games.example:80"));
        assert!(other.contain("192.168.1.5") && !other.contain("192.168.1.6"));
        // On every address of the machine: any address, but no foreign name.
        let every = names("0.0.0.0:4117", "0.0.0.0");
        assert!(every.contain("192.168.1.6:4117") && every.contain("[fe80::1]:4117"));
        assert!(!every.contain("evil.example:4117") && !every.contain("0.0.0.0.x:4117"));
    }

    #[test]
    fn other_pages_are_not_heard() {
        let own = names("127.0.0.1:4117", "127.0.0.1");
        let asked = |lines: &[(&'static str, &str)], api: bool| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(*name, value.parse().unwrap());
            }
            own.check(&Uri::from_static("/api/ask"), &headers, api)
        };
        let host = ("host", "127.0.0.1:4117");
        assert_eq!(asked(&[host], true), Ok(()));
        assert_eq!(
            asked(&[host, ("origin", "http://127.0.0.1:4117")], true),
            Ok(())
        );
        assert_eq!(asked(&[], true), Err(Refusal::NoHost));
        assert_eq!(asked(&[host, host], true), Err(Refusal::NoHost));
        for origin in [
            "null",
            "http://localhost:4117",
            "https://127.0.0.1:4117",
            "http://127.0.0.1:4118",
            "http://evil.example",
        ] {
            let told = asked(&[host, ("origin", origin)], false);
            assert_eq!(told, Err(Refusal::WrongOrigin), "{origin}");
        }
        for (site, heard) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
            ("", false),
        ] {
            let line = ("sec-fetch-site", site);
            assert_eq!(asked(&[host, line], true).is_ok(), heard, "{site}");
            // A link to the page may stand anywhere.
            assert_eq!(asked(&[host, line], false), Ok(()), "{site}");
        }
    }

    #[test]
    fn the_first_line_names_the_server_too() {
        let own = names("127.0.0.1:4117", "127.0.0.1");
        let mut headers = HeaderMap::new();
        headers.insert(HOST, "127.0.0.1:4117".parse().unwrap());
        let asked = |uri: &'static str| own.check(&Uri::from_static(uri), &headers, true);
        assert_eq!(asked("http://127.0.0.1:4117/api/ask"), Ok(()));
        assert_eq!(
            asked("http://evil.example:4117/api/ask"),
            Err(Refusal::WrongHost)
        );
    }
}
