//! A client by hand over a socket, for tests: it can also do what no browser does, such as
//! sending half a request, or leaving.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

/// A connection.
#[derive(Debug)]
pub struct Client {
    stream: BufReader<TcpStream>,
    host: String,
    framing: Framing,
    /// What came of a stream of events and is no whole event yet.
    rest: String,
}

/// How the end of a body is known.
#[derive(Clone, Copy, Debug)]
enum Framing {
    Length(usize),
    Chunks,
    Done,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Response {
    /// The number of the first line.
    pub status: u16,
    headers: Vec<(String, String)>,
    /// The content.
    pub body: Vec<u8>,
}

impl Response {
    /// A header; nothing if there is none.
    pub fn header(&self, name: &str) -> &str {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    /// The content as text; nothing if it is none.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap_or_default()
    }
}

impl Client {
    /// Connects; whatever takes longer than a minute is an error from then on.
    pub fn connect(address: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        stream.set_write_timeout(Some(Duration::from_secs(60)))?;
        Ok(Client {
            stream: BufReader::new(stream),
            host: address.to_string(),
            framing: Framing::Done,
            rest: String::new(),
        })
    }

    /// Sends a question and reads the answer.
    pub fn ask(&mut self, question: &str) -> io::Result<Response> {
        let kind = ("Content-Type", "application/json");
        self.request("POST", "/api/ask", &[kind], question.as_bytes())
    }

    /// Sends a question whose answer comes as events, and reads the head of the response.
    pub fn ask_for_events(&mut self, question: &str) -> io::Result<Response> {
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "text/event-stream"),
        ];
        self.send_request("POST", "/api/ask", &headers, question.as_bytes())?;
        self.head()
    }

    /// Sends a request and reads the response.
    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Response> {
        self.send_request(method, path, headers, body)?;
        let mut response = self.head()?;
        if method != "HEAD" {
            response.body = self.body()?;
        }
        Ok(response)
    }

    /// Sends a request. `Host` and `Content-Length` are added unless they are given.
    pub fn send_request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<()> {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        let length = body.len().to_string();
        let own = [("Host", self.host.as_str()), ("Content-Length", &length)];
        // What only reads has no body.
        let own = &own[..if method == "GET" { 1 } else { 2 }];
        for (name, value) in own {
            if headers.iter().all(|(given, _)| given != name) {
                head += &format!("{name}: {value}\r\n");
            }
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        let mut whole = head.into_bytes();
        whole.extend_from_slice(body);
        self.send(&whole)
    }

    /// Sends anything.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Says that nothing more will be sent.
    pub fn finish_sending(&mut self) -> io::Result<()> {
        self.stream.get_mut().shutdown(Shutdown::Write)
    }

    /// Reads whether the server has closed the connection.
    pub fn is_closed(&mut self) -> bool {
        self.stream.fill_buf().map_or(true, <[u8]>::is_empty)
    }

    /// Reads the head of a response.
    pub fn head(&mut self) -> io::Result<Response> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| wrong(&first))?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or_else(|| wrong(&line))?;
            headers.push((name.to_string(), value.trim().to_string()));
        }
        let response = Response {
            status,
            headers,
            body: Vec::new(),
        };
        let length = response.header("content-length").parse();
        self.framing = match length {
            Ok(length) => Framing::Length(length),
            Err(_) if response.header("transfer-encoding") == "chunked" => Framing::Chunks,
            Err(_) => Framing::Done,
        };
        Ok(response)
    }

    /// Reads the whole body of a response whose head was read.
    pub fn body(&mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        while let Some(part) = self.part()? {
            body.extend(part);
        }
        Ok(body)
    }

    /// Reads the next event of a stream, its name and its data; none at the end of it.
    pub fn event(&mut self) -> io::Result<Option<(String, String)>> {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                let field = |name: &str| {
                    let mut lines = event.lines();
                    let found = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
                    found.unwrap_or_default().to_string()
                };
                let event = (field("event"), field("data"));
                self.rest = rest.to_string();
                return Ok(Some(event));
            }
            let Some(part) = self.part()? else {
                return match self.rest.is_empty() {
                    true => Ok(None),
                    false => Err(wrong(&self.rest)),
                };
            };
            self.rest += std::str::from_utf8(&part).map_err(|_| wrong("no text"))?;
        }
    }

    /// Some more of the body; none at its end.
    fn part(&mut self) -> io::Result<Option<Vec<u8>>> {
        let size = match self.framing {
            Framing::Done => return Ok(None),
            Framing::Length(length) => {
                self.framing = Framing::Done;
                length
            }
            Framing::Chunks => {
                let line = self.line()?;
                usize::from_str_radix(&line, 16).map_err(|_| wrong(&line))?
            }
        };
        let mut part = vec![0; size];
        self.stream.read_exact(&mut part)?;
        if let Framing::Chunks = self.framing {
            self.line()?;
            if size == 0 {
                self.framing = Framing::Done;
                return Ok(None);
            }
        }
        Ok(Some(part))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_string())
    }
}

fn wrong(line: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, line.to_string())
}
