//! Listening, and everything that ends a connection: time, number, the end of the server.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use grundy::text::{Lang, Text};
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Sleep, sleep, timeout};

use crate::answers::Answers;
use crate::guard::Names;
use crate::lanes::{Lanes, Sizes};
use crate::race::{First, race};
use crate::refusal::Refusal;
use crate::room::Room;
use crate::routes;

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name or address of this computer under which it listens.
    pub host: String,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// The language of those who name none.
    pub lang: Lang,
    /// How many questions are answered at a time.
    pub sizes: Sizes,
    /// Connections at a time; others wait until the system lets them in.
    pub connections: usize,
    /// Bytes of a question, at most.
    pub largest_question: usize,
    /// Bytes of all questions and answers that are under way, at most.
    pub room: usize,
    /// How long the head of a request may take, and a connection be idle.
    pub head_time: Duration,
    /// How long a question may take to arrive.
    pub body_time: Duration,
    /// How long a client may read nothing of an answer.
    pub read_time: Duration,
    /// How long connections may take to end when the server stops.
    pub stop_time: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            host: "127.0.0.1".to_string(),
            port: 4117,
            lang: Lang::En,
            sizes: Sizes::default(),
            connections: 1024,
            largest_question: 1 << 20,
            room: 512 << 20,
            head_time: Duration::from_secs(20),
            body_time: Duration::from_secs(20),
            read_time: Duration::from_secs(30),
            stop_time: Duration::from_secs(1),
        }
    }
}

/// The wish that a server stop; copies share it.
#[derive(Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Stop {
        Stop(Arc::new(watch::channel(false).0))
    }
}

impl Stop {
    /// Stops the server, from any thread.
    pub fn now(&self) {
        self.0.send_replace(true);
    }

    /// Waits until it shall stop.
    pub(crate) async fn wait(&self) {
        // This holds the sender, so there will be no error.
        let _ = self.0.subscribe().wait_for(|stop| *stop).await;
    }
}

/// What all requests share.
pub(crate) struct Shared {
    pub settings: Settings,
    pub names: Names,
    pub answers: Arc<dyn Answers>,
    pub lanes: Lanes,
    pub room: Room,
    pub stop: Stop,
}

impl Shared {
    /// A text that is on its way to a client, if there is room for it.
    pub fn hold(&self, text: String) -> Result<Bytes, Refusal> {
        self.room.hold(text).ok_or(Refusal::Overloaded(1))
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Server {
    /// Listens, without hearing anybody yet. `answers` will answer.
    pub fn bind(settings: Settings, answers: Arc<dyn Answers>) -> Result<Server, CannotListen> {
        let (host, port) = (settings.host.as_str(), settings.port);
        let failed = |error| CannotListen {
            host: host.to_string(),
            port,
            error,
        };
        let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(failed)?.collect();
        let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let shared = Shared {
            names: Names::new(address, host),
            answers,
            lanes: Lanes::new(settings.sizes.clone()),
            room: Room::new(settings.room),
            stop: Stop::default(),
            settings,
        };
        Ok(Server {
            listener,
            address,
            shared: Arc::new(shared),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What a browser on this computer is told to open.
    pub fn url(&self) -> String {
        let (ip, port) = (self.address.ip(), self.address.port());
        match ip {
            // Every address of this computer is none that one could go to.
            _ if ip.is_unspecified() => format!("http://localhost:{port}/"),
            _ => format!("http://{}/", self.address),
        }
    }

    /// What stops it.
    pub fn stop(&self) -> Stop {
        self.shared.stop.clone()
    }

    /// Serves until it is stopped. Answers that are being found are cancelled then, and
    /// connections get a moment to end.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(self.shared.settings.sizes.threads())
            // As much as the main thread of a program has.
            .thread_stack_size(8 << 20)
            .build()?;
        let served = runtime.block_on(self.serve());
        // A thread that does not hear that it is cancelled is not waited for.
        runtime.shutdown_background();
        served
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let most = self.shared.settings.connections;
        let connections = Arc::new(Semaphore::new(most));
        let router = routes::router(self.shared.clone());
        let next = async || {
            // It lives as long as `connections` does.
            let place = connections.clone().acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        loop {
            match race(self.shared.stop.wait(), next()).await {
                First::One(()) => break,
                First::Other((place, Ok((stream, _)))) => {
                    let connection = connection(stream, router.clone(), self.shared.clone());
                    tokio::spawn(async move {
                        connection.await;
                        drop(place);
                    });
                }
                // The client is gone already, or there are no more files to be had: then some
                // must be given back first.
                First::Other((_, Err(_))) => sleep(Duration::from_millis(50)).await,
            }
        }
        drop(listener);
        let all = connections.acquire_many(u32::try_from(most).unwrap_or(u32::MAX));
        // Whoever is not ready by then is cut off.
        let _ = timeout(self.shared.settings.stop_time, all).await;
        Ok(())
    }
}

/// Serves one connection to its end.
async fn connection(stream: TcpStream, router: Router, shared: Arc<Shared>) {
    // Answers are written at once; without this they may merely be slower.
    let _ = stream.set_nodelay(true);
    let stream = Patient {
        stream,
        patience: shared.settings.read_time,
        stalled: None,
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.settings.head_time)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    // How it ends is the client's business.
    if let First::Other(()) = race(connection.as_mut(), shared.stop.wait()).await {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// A stream that gives up when nobody reads what is written to it.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// What writing has come to: if to nothing, for how long?
    fn judge<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Why a server cannot listen.
#[derive(Debug)]
pub struct CannotListen {
    host: String,
    port: u16,
    error: io::Error,
}

impl CannotListen {
    /// The sentence.
    pub fn message(&self) -> Text {
        let CannotListen { host, port, error } = self;
        match error.kind() {
            io::ErrorKind::AddrInUse => Text::new(
                format!(
                    "port {port} of {host} is in use, perhaps by another `grundy web`; --port 0 takes one that is free"
                ),
                format!(
                    "{host} 的端口 {port} 已被占用（或许是另一个 `grundy web`）；--port 0 会选用空闲端口"
                ),
            ),
            io::ErrorKind::PermissionDenied => Text::new(
                format!(
                    "the system does not grant port {port} of {host}; ports from 1024 on are open to everybody"
                ),
                format!("系统不允许使用 {host} 的端口 {port}；1024 及以上的端口无需权限"),
            ),
            io::ErrorKind::AddrNotAvailable => Text::new(
                format!("{host} is no address of this computer"),
                format!("{host} 不是本机的地址"),
            ),
            _ => Text::new(
                format!("cannot listen on {host}, port {port}: {error}"),
                format!("无法在 {host} 的端口 {port} 上监听：{error}"),
            ),
        }
    }
}

impl std::fmt::Display for CannotListen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message().get(Lang::En))
    }
}

impl std::error::Error for CannotListen {}
