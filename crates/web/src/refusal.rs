//! What the server refuses by itself, before or instead of the desk: a status, a code for
//! programs, a sentence for people.
//!
//! The form is that of the desk's own failures, `{"id":…,"error":{"code":…,"message":…}}`.

use axum::http::header::{ACCEPT_LANGUAGE, CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use grundy::text::{Lang, Text};
use serde_json::{Value, json};

/// Why something is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request names no server, or several.
    NoHost,
    /// It names another one.
    WrongHost,
    /// Another page asks.
    WrongOrigin,
    /// There is nothing at that path.
    UnknownPath,
    /// There is, but it cannot be asked like that.
    BadMethod,
    /// The question is larger than so many bytes.
    TooLarge(usize),
    /// It does not say that it is JSON.
    NotJson,
    /// It did not come in time.
    TooSlow,
    /// Too many others ask; so many seconds later there may be fewer.
    Overloaded(u32),
    /// The server is stopping.
    Stopping,
    /// Answering failed in a way that it never should.
    Broken,
}

impl Refusal {
    /// The status of the response.
    pub fn status(self) -> StatusCode {
        match self {
            Refusal::NoHost => StatusCode::BAD_REQUEST,
            Refusal::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            Refusal::WrongOrigin => StatusCode::FORBIDDEN,
            Refusal::UnknownPath => StatusCode::NOT_FOUND,
            Refusal::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::Overloaded(_) | Refusal::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(self) -> &'static str {
        match self {
            Refusal::NoHost | Refusal::WrongHost => "wrong_host",
            Refusal::WrongOrigin => "wrong_origin",
            Refusal::UnknownPath => "unknown_path",
            Refusal::BadMethod => "bad_method",
            Refusal::TooLarge(_) => "too_large",
            Refusal::NotJson => "not_json",
            Refusal::TooSlow => "timeout",
            Refusal::Overloaded(_) => "overloaded",
            Refusal::Stopping => "stopping",
            Refusal::Broken => "internal",
        }
    }

    fn message(self) -> Text {
        match self {
            Refusal::NoHost => Text::fixed(
                "a request names the server once, as `Host`",
                "请求须以 `Host` 指明服务器，且仅一次",
            ),
            Refusal::WrongHost => Text::fixed(
                "this server does not go by that name; use the address that `grundy web` printed",
                "此服务器不使用该名称；请使用 `grundy web` 显示的地址",
            ),
            Refusal::WrongOrigin => Text::fixed(
                "only the page of this server may ask it",
                "只有此服务器自己的网页可以提问",
            ),
            Refusal::UnknownPath => Text::fixed("there is nothing here", "此处没有内容"),
            Refusal::BadMethod => Text::fixed(
                "this address does not take that method",
                "此地址不接受该请求方法",
            ),
            Refusal::TooLarge(most) => {
                let most = grundy::error::grouped(most as u64);
                Text::new(
                    format!("a question has at most {most} bytes"),
                    format!("一个问题最多 {most} 字节"),
                )
            }
            Refusal::NotJson => Text::fixed(
                "a question is sent with `Content-Type: application/json`",
                "问题须以 `Content-Type: application/json` 发送",
            ),
            Refusal::TooSlow => Text::fixed(
                "the question did not arrive in time",
                "问题未在规定时间内送达",
            ),
            Refusal::Overloaded(after) => Text::new(
                format!(
                    "too many questions are being answered; ask again in {after} {}",
                    if after == 1 { "second" } else { "seconds" }
                ),
                format!("正在回答的问题过多；请 {after} 秒后再试"),
            ),
            Refusal::Stopping => Text::fixed("the server is stopping", "服务器正在停止"),
            Refusal::Broken => Text::fixed(
                "answering failed; this is an error of grundy, please report it with the question",
                "回答时出错；这是 grundy 的错误，请附上问题报告",
            ),
        }
    }

    /// The refusal as the desk would write it; `id` is that of the question, if it had one.
    pub fn json(self, id: Option<&Value>, lang: Lang) -> String {
        let (code, message) = (self.code(), self.message());
        let error = json!({"code": code, "message": message.get(lang)});
        json!({"id": id, "error": error}).to_string()
    }

    /// The whole response.
    pub fn response(self, id: Option<&Value>, lang: Lang) -> Response {
        let mut response = Response::new(self.json(id, lang).into());
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match self {
            Refusal::Overloaded(after) => {
                headers.insert(RETRY_AFTER, after.into());
            }
            // What is left of the question is not waited for.
            Refusal::TooLarge(_) | Refusal::TooSlow | Refusal::Stopping => {
                headers.insert(CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}

/// The language of a request that is not a question, or of a question that names none: the
/// browser's first, or the server's.
pub fn language(headers: &HeaderMap, own: Lang) -> Lang {
    let wanted = headers.get(ACCEPT_LANGUAGE);
    let wanted = wanted.and_then(|value| value.to_str().ok()).unwrap_or("");
    let mut first = wanted.split(',').map(|word| word.trim_start());
    let known = |word: &str| match word.get(..2)?.to_ascii_lowercase().as_str() {
        "zh" => Some(Lang::Zh),
        "en" => Some(Lang::En),
        _ => None,
    };
    first.find_map(known).unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_have_the_form_of_the_desk() {
        let id = json!({"a": [1]});
        let told = Refusal::Overloaded(1).json(Some(&id), Lang::En);
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["id"], json!({"a": [1]}));
        assert_eq!(told["error"]["code"], "overloaded");
        let message = told["error"]["message"].as_str().unwrap();
        assert!(message.ends_with("in 1 second"), "{message}");
        let told = Refusal::TooLarge(1 << 20).json(None, Lang::Zh);
        assert_eq!(
            told,
            r#"{"id":null,"error":{"code":"too_large","message":"一个问题最多 1,048,576 字节"}}"#
        );
    }

    #[test]
    fn the_browser_chooses_the_language() {
        let asked = |wanted: &str, own| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, wanted.parse().unwrap());
            language(&headers, own)
        };
        assert_eq!(asked("zh-CN,zh;q=0.9,en;q=0.8", Lang::En), Lang::Zh);
        assert_eq!(asked("de, en;q=0.5, zh;q=0.1", Lang::Zh), Lang::En);
        assert_eq!(asked("de", Lang::Zh), Lang::Zh);
        assert_eq!(asked("e,é", Lang::En), Lang::En);
        assert_eq!(language(&HeaderMap::new(), Lang::Zh), Lang::Zh);
    }
}
