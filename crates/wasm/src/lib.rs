//! The engines and the kernel for WebAssembly: requests in JSON go in, the reports of `answers` come
//! out, the same that the command line prints and the server serves.
//!
//! A module for a browser is made of each of the two features. Both know the question `check`, the
//! second one of proofs about strategies alone.
//!
//! [`ask`] is all there is, and runs natively as well, which is how it is tested and compared. How a
//! host hands bytes over is in `abi`; threads, files and a clock of its own a module has not.

// A module holds half of the questions, and leaves some of what they share unused.
#![cfg_attr(not(all(feature = "first", feature = "more")), allow(dead_code, unused_variables))]

#[cfg(target_arch = "wasm32")]
mod abi;
mod check;
#[cfg(feature = "first")]
mod first;
#[cfg(feature = "more")]
mod more;
mod request;

use serde::Serialize;
use zermelo_answers::Fault;

use request::Request;

/// What kind of bytes the host is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Message {
    /// The answer, in JSON; of `judge`, that of one game.
    Answer = 0,
    /// What is being done, in words.
    Progress = 1,
    /// Why there is no answer, in JSON: `kind` and `message`.
    Fault = 2,
    /// The last words of a program that stops: a bug.
    Panic = 3,
}

/// Whoever listens.
pub type Host<'a> = dyn Fn(Message, &[u8]) + 'a;

#[derive(Serialize)]
struct Refusal<'a> {
    kind: &'static str,
    message: &'a str,
}

/// Answers a request, with the bytes that go with it: games, or a certificate.
pub fn ask(request: &[u8], payload: &[u8], host: &Host<'_>) {
    let answered = Request::read(request).and_then(|request| answer(&request, payload, host));
    let Err(fault) = answered else { return };
    let (kind, message) = match &fault {
        Fault::BadInput(message) => ("input", message),
        Fault::Open(message) => ("open", message),
        Fault::Rejected(message) => ("rejected", message),
        Fault::Bug(message) => ("bug", message),
    };
    tell(host, Message::Fault, &Refusal { kind, message });
}

fn answer(request: &Request, payload: &[u8], host: &Host<'_>) -> Result<(), Fault> {
    match request.question.as_str() {
        #[cfg(feature = "first")]
        "winnable" => first::winnable(request, host),
        #[cfg(feature = "first")]
        "judge" => first::judge(request, payload, host),
        "check" => check::check(request, payload, host),
        #[cfg(feature = "first")]
        "moves" => first::moves(request, host),
        #[cfg(feature = "more")]
        "legal" => more::legal(request, host),
        #[cfg(feature = "more")]
        "retract" => more::retract(request, host),
        #[cfg(feature = "more")]
        "puzzle" => more::puzzle(request, host),
        #[cfg(feature = "more")]
        "strategy" => more::strategy(request, host),
        #[cfg(feature = "more")]
        "longest" => more::longest(host),
        other => Err(Fault::BadInput(format!("'{other}' is no question that is answered here"))),
    }
}

/// Tells the host in JSON.
fn tell(host: &Host<'_>, told: Message, report: &impl Serialize) {
    // Strings and numbers always have a form in JSON.
    host(told, &serde_json::to_vec(report).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use serde_json::{Value, json};

    use super::*;

    /// All that is told.
    fn told(request: &Value, payload: &str) -> Vec<(Message, Value)> {
        let all = RefCell::new(Vec::new());
        ask(request.to_string().as_bytes(), payload.as_bytes(), &|told, bytes| {
            let words = String::from_utf8(bytes.to_vec()).unwrap();
            let value = match told {
                Message::Progress | Message::Panic => Value::String(words),
                Message::Answer | Message::Fault => serde_json::from_str(&words).unwrap(),
            };
            all.borrow_mut().push((told, value));
        });
        all.take()
    }

    fn answer(request: &Value, payload: &str) -> Value {
        let (last, value) = told(request, payload).pop().unwrap();
        assert_eq!(last, Message::Answer, "{value}");
        value
    }

    fn fault(request: &Value) -> String {
        let (last, value) = told(request, "").pop().unwrap();
        assert_eq!((last, value["kind"].as_str()), (Message::Fault, Some("input")), "{value}");
        value["message"].as_str().unwrap().to_string()
    }

    #[test]
    fn what_is_proved_can_be_checked() {
        let request =
            json!({ "question": "winnable", "fen": "8/8/4k3/8/8/3NK3/8/8 w - -", "flag": "black" });
        let found = answer(&request, "");
        assert_eq!(found["result"], "1/2-1/2");
        let check = json!({ "question": "check", "seconds": 60 });
        let checked = answer(&check, found["white"]["certificate"].as_str().unwrap());
        assert_eq!((&checked["accepted"], &checked["kind"]), (&json!(true), &json!("chances")));

        let request = json!({ "question": "legal", "fen": "8/8/8/8/8/8/P1k5/K7 b - -" });
        let found = answer(&request, "");
        assert_eq!((&found["verdict"], &found["checked"]), (&json!("illegal"), &json!(true)));
        let checked = answer(&check, found["certificate"].as_str().unwrap());
        assert_eq!((&checked["accepted"], &checked["kind"]), (&json!(true), &json!("legality")));

        let mate = "rnb1kb1r/pp1ppppp/8/q1B5/8/3P1n2/PPP1PPPP/RN1QKBNR";
        let request = json!({ "question": "puzzle", "fens": [mate], "stipulation": "PG 5" });
        let found = answer(&request, "");
        assert_eq!((&found["verdict"], &found["plies"]), (&json!("unique"), &json!(10)));
        let request = json!({ "question": "legal", "fen": format!("{mate} ?"), "shortest": true });
        let found = answer(&request, "");
        assert_eq!((&found["verdict"], &found["plies"]), (&json!("unique"), &json!(10)));

        let judge = json!({ "question": "judge", "certificate": true });
        let games = told(&judge, "1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 Ke5 *\n");
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].1["agreement"], "contradicted");
        assert!(games[1].1["error"].is_string() && games[1].0 == Message::Answer);
        let checked = answer(&check, games[0].1["certificate"].as_str().unwrap());
        assert_eq!((&checked["accepted"], &checked["kind"]), (&json!(true), &json!("record")));
    }

    #[test]
    fn other_questions() {
        let retract = json!({ "question": "retract", "fen": "4k3/8/8/8/8/8/8/R3K3 b - -" });
        assert!(answer(&retract, "")["possible"].as_u64() > Some(0));
        let puzzle = json!({ "question": "puzzle", "fens": ["7k/8/5K2/8/8/8/8/6Q1"],
            "stipulation": "h#1" });
        let told = told(&puzzle, "");
        assert_eq!((told.len(), told[0].0), (2, Message::Progress));
        let search = &told[1].1["positions"][0]["parts"][0]["searches"][0];
        assert_eq!(search["solutions"][0]["san"], json!(["Kh7", "Qg7#"]));
        let strategy = json!({ "question": "strategy", "men": "Kc3 Ra1 kd5" });
        assert!(answer(&strategy, "")["move"]["san"].is_string());
        let moves = json!({ "question": "moves", "fen": "4k3/8/8/8/8/8/4p3/4K3 w - - 3 61" });
        assert_eq!(answer(&moves, "")["moves"].as_array().map(Vec::len), Some(3));
        let longest = answer(&json!({ "question": "longest" }), "");
        let moves = longest["moves_uci"].as_str().unwrap();
        assert_eq!(moves.split(' ').count(), 17_697);
    }

    #[test]
    fn bad_requests_are_told_in_a_sentence() {
        assert!(fault(&json!({ "question": "table" })).starts_with("'table' is no question"));
        assert!(fault(&json!({ "question": "winnable" })).starts_with("a position is missing"));
        let unknown = fault(&json!({ "quest": 1 }));
        assert!(unknown.contains("`quest`") && !unknown.contains(" line "), "{unknown}");
        let boards = fault(&json!({ "question": "strategy", "men": "Kc3", "board": "99" }));
        assert_eq!(boards, "board: N or NxM is needed, from 4 to 16");
    }
}
