//! What stands at which address, and what every response says about itself.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, HeaderValue,
    IF_NONE_MATCH,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};

use crate::ask::ask;
use crate::assets::File;
use crate::refusal::{Refusal, language};
use crate::serve::Shared;

/// What the page may do: scripts, styles and pictures come from the program, nothing comes
/// from elsewhere. One rule a line; the pages of the bundle say the same of themselves, because
/// `web/vite.config.ts` reads this very file.
const POLICY: &str = include_str!("policy.txt");

/// No other page shows this one inside of it. Only a header can say that: browsers do not
/// listen to this rule in a page, and write on the console that they do not.
const HEADER_ONLY: &str = "frame-ancestors 'none'";

/// The policy as a header; one that no header can hold would forbid everything.
static HEADER: LazyLock<HeaderValue> = LazyLock::new(|| {
    let rules: Vec<&str> = POLICY.lines().chain([HEADER_ONLY]).collect();
    HeaderValue::try_from(rules.join("; "))
        .unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// What every response says besides the policy.
const ALWAYS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// All addresses.
pub fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/ask", post(ask))
        .route("/api/health", get(health))
        .method_not_allowed_fallback(bad_method)
        .fallback(file)
        .layer(from_fn_with_state(shared.clone(), guarded))
        .with_state(shared)
}

/// Asks who asks, and says what every response says.
async fn guarded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let (uri, headers) = (request.uri(), request.headers());
    let is_api = uri.path().starts_with("/api/");
    let lang = language(headers, shared.settings.lang);
    let mut response = match shared.names.check(uri, headers, is_api) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.response(None, lang),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HEADER.clone());
    for (name, value) in ALWAYS {
        let (name, value) = (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
        headers.insert(name, value);
    }
    // What a file does not say about itself is an answer, and answers are not kept.
    let never = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(never);
    response
}

/// By this the page knows that there is a server.
async fn health() -> Response {
    let mut response = Response::new(Body::from(concat!(
        r#"{"name":"grundy","version":""#,
        env!("CARGO_PKG_VERSION"),
        r#""}"#
    )));
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

async fn bad_method(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    Refusal::BadMethod.response(None, language(&headers, shared.settings.lang))
}

/// A file of the page.
async fn file(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let lang = language(request.headers(), shared.settings.lang);
    let Some(file) = File::at(request.uri().path()) else {
        return Refusal::UnknownPath.response(None, lang);
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = Refusal::BadMethod.response(None, lang);
        let allowed = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(ALLOW, allowed);
        return response;
    }
    let known = request.headers().get(IF_NONE_MATCH);
    let known = known.and_then(|known| known.to_str().ok()).unwrap_or("");
    let mut response = Response::new(Body::from(file.bytes));
    if file.is_known(known) {
        *response.body_mut() = Body::empty();
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(file.keeping()));
    headers.insert(ETAG, HeaderValue::from_static(file.tag));
    response
}
