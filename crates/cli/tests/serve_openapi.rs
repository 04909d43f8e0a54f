//! The description of the API against the running service: every path, method, parameter, status
//! and field of it is met at least once, and every answer fits what is described.

use std::collections::BTreeSet;
use std::fs;

use crate::common::http::{Answer, Service};
use crate::common::schema::{Schemas, linked};
use crate::common::{DEAD, OPEN, START, WALL, folder, zermelo};
use serde_json::{Value, json};

/// Of its last moves one comes from a position of which all last moves fail.
const NESTED: &str = "4B2n/Bqp2Nbr/r1r2p1B/5b2/n3bN2/1Q1Rq1b1/3kr2B/QKb2B1R b - -";
const ILLEGAL: &str = "8/8/8/8/8/8/P1k5/K7 b - -";

/// What was met of the description.
struct Met<'a> {
    service: &'a Service,
    schemas: Schemas<'a>,
    /// `GET /winnable 200`.
    statuses: BTreeSet<String>,
    /// `/winnable for`.
    parameters: BTreeSet<String>,
}

impl Met<'_> {
    /// Asks, and compares the answer with the description.
    #[track_caller]
    fn ask(&mut self, method: &str, path: &str, fields: &[&str], body: &[u8]) -> Answer {
        let answer = self.service.ask(method, path, fields, body);
        self.compare(method, path, &answer);
        answer
    }

    #[track_caller]
    fn compare(&mut self, method: &str, path: &str, answer: &Answer) {
        let (address, query) = path.split_once('?').unwrap_or((path, ""));
        let described = match address.starts_with("/table/") {
            true => "/table/{rules}",
            false => address,
        };
        let item = &self.schemas.document["paths"][described];
        let operation = &item[method.to_lowercase()];
        // A method that is not served is described with the one that is.
        let operation = match (operation.is_null(), answer.status) {
            (true, 405) => item.as_object().unwrap().values().next().unwrap(),
            _ => operation,
        };
        let response = &operation["responses"][answer.status.to_string()];
        let response = linked(self.schemas.document, response);
        assert!(response.is_object(), "{method} {path}: {answer:?} is not described");
        self.statuses.insert(format!("{described} {}", answer.status));
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let name = pair.split('=').next().unwrap();
            self.parameters.insert(format!("{described} {name}"));
        }
        if described != address {
            self.parameters.insert(format!("{described} rules"));
        }
        let Some(kinds) = response["content"].as_object() else { return };
        let kind = answer.field("content-type").unwrap().split(';').next().unwrap();
        let schema = kinds.get(kind).unwrap_or_else(|| panic!("{path}: {kind} is not described"));
        let schema = schema["schema"].clone();
        let values: Vec<Value> = match kind {
            "application/json" => vec![answer.json()],
            "application/x-ndjson" => {
                answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
            }
            "image/png" => Vec::new(),
            _ => vec![Value::String(answer.text().to_string())],
        };
        for value in values {
            if let Some(fault) = self.schemas.fault(&schema, &value) {
                panic!("{method} {path}: {fault}: {value}");
            }
        }
    }

    #[track_caller]
    fn get(&mut self, path: &str, status: u16) -> Answer {
        let answer = self.ask("GET", path, &[], b"");
        assert_eq!(answer.status, status, "{path}: {answer:?}");
        answer
    }

    #[track_caller]
    fn post(&mut self, path: &str, body: &[u8], status: u16) -> Answer {
        let answer = self.ask("POST", path, &[], body);
        assert_eq!(answer.status, status, "{path}: {answer:?}");
        answer
    }
}

#[test]
fn everything_that_is_described_is_served() {
    let folder = folder("serve-openapi");
    let text = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (tables, campaign, tree) = (text("tables"), text("campaign"), text("na6.cert"));
    let ran = zermelo(&["table", "build", "KQvK", "--folder", &tables]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let losing = ["--rules", "losing", "--metric", "end"];
    let build = [&["table", "build", "RvK", "--folder", &tables][..], &losing].concat();
    assert_eq!(zermelo(&build).status, 0);
    let small = ["--men", "0", "--memory", "64M", "--threads", "1", "--quick"];
    let solve = [&["losing", "solve", "e3", "Na6", "--proof", &tree][..], &small].concat();
    assert_eq!(zermelo(&solve).status, 0);
    let new = ["losing", "campaign", "new", &campaign, "e3", "c5", "--nodes", "2000"];
    assert_eq!(zermelo(&new).status, 0);
    let run = [&["losing", "campaign", "run", &campaign, "--searches", "4"][..], &small].concat();
    zermelo(&run);

    let options = [
        &["--tables", &tables, "--tree", &tree, "--campaign", &campaign][..],
        &["--games", "64K", "--certificate", "256K", "--seconds", "10"],
    ];
    let service = Service::start(&options.concat());
    let document: Value = serde_json::from_str(service.get("/openapi.json").text()).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let schemas = Schemas { document: &document, seen: BTreeSet::new() };
    let mut met =
        Met { service: &service, schemas, statuses: BTreeSet::new(), parameters: BTreeSet::new() };

    met.get("/openapi.json", 200);
    met.get(&format!("/winnable?fen={WALL}&for=both&flag=white"), 200);
    met.get(&format!("/winnable?fen={START}&chess960=1&fast=0"), 200);
    met.get(&format!("/winnable?fen={DEAD}&fast=1"), 200);
    met.get("/winnable?fen=8/8/4k3/8/8/3NK3/8/8 w - -&for=white&long=1", 200);
    met.ask("GET", &format!("/winnable?fen={WALL}"), &["Accept: text/html"], b"");
    met.get("/winnable?fen=x", 400);
    let lines = format!("{WALL} black\n\n# a comment\n{START} # White's\nx\n");
    met.post("/winnable", lines.as_bytes(), 200);
    met.post("/winnable?fast=1&chess960=1", WALL.as_bytes(), 200);
    met.post("/winnable", b"# nothing\n", 400);
    met.post("/winnable", &[b'8'; 100_000], 413);
    assert_eq!(met.ask("PUT", "/winnable", &[], b"").status, 405);
    met.get(&format!("/picture/winnable.png?fen={WALL}&flag=white&chess960=0"), 200);
    met.get("/picture/winnable.png?fen=x", 400);
    let options = ["--queue", "0", "--search-threads", "1", "--seconds", "20", "--memory", "1G"];
    let narrow = Service::start(&options);
    std::thread::scope(|scope| {
        let hard = scope.spawn(|| narrow.get(&format!("/winnable?fen={OPEN}&for=black")));
        narrow.wait_for("zermelo_deep_busy 1");
        let other = "BbK1kb2/b1p1p1p1/1pP1P1P1/1P6/8/3B4/8/1B2b2B b - -";
        let refused = narrow.get(&format!("/winnable?fen={other}&for=white"));
        assert_eq!(refused.status, 503);
        met.compare("GET", "/winnable", &refused);
        met.compare("GET", "/winnable", &hard.join().unwrap());
    });
    met.get(&format!("/certificate/winnable?fen={WALL}&for=black&chess960=0&long=0"), 200);
    met.get(&format!("/certificate/winnable?fen={WALL}"), 400);
    met.get(&format!("/certificate/winnable?fen={OPEN}&for=black"), 404);
    met.get("/legal?fen=rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq -", 200);
    met.get(&format!("/legal?fen={ILLEGAL}"), 200);
    met.get("/legal?fen=4k3/8/8/8/4P3/8/8/4K3 ? - -", 200);
    met.ask("GET", &format!("/legal?fen={ILLEGAL}"), &["Accept: text/html"], b"");
    met.get(&format!("/legal?fen={NESTED}&chess960=1"), 200);
    let opening = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    met.get(&format!("/legal?fen={opening}&dead_reckoning=1"), 200);
    met.get(&format!("/picture/legal.png?fen={START}&dead_reckoning=1&chess960=1"), 200);
    met.get(&format!("/certificate/legal?fen={ILLEGAL}&dead_reckoning=1&chess960=1"), 200);
    met.get("/retract?fen=rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -", 200);
    met.get("/legal?fen=x", 400);
    met.get(&format!("/picture/legal.png?fen={ILLEGAL}"), 200);
    met.get("/picture/legal.png?fen=x", 400);
    met.get(&format!("/certificate/legal?fen={ILLEGAL}"), 200);
    met.get("/certificate/legal?fen=x", 400);
    let tiny = Service::start(&["--nodes", "1"]);
    let ruy = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq -";
    let open = tiny.get(&format!("/certificate/legal?fen={ruy}"));
    assert_eq!(open.status, 404, "{open:?}");
    met.compare("GET", "/certificate/legal", &open);
    met.get("/retract?fen=8/8/8/8/8/5k2/8/R3K2r w - -&chess960=0", 200);
    met.get("/retract?fen=4k3/8/8/8/4P3/8/8/4K3 b - e3", 200);
    met.get("/retract?fen=4k3/8/8/8/4P3/8/8/4K3 ? - -", 200);
    met.get(&format!("/retract?fen={ILLEGAL}"), 200);
    met.get("/retract?fen=x", 400);
    met.get(&format!("/moves?fen={START}&chess960=0"), 200);
    met.get("/moves?fen=x", 400);

    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 ";
    let games = [
        "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n",
        &format!("{shuffle} 1/2-1/2\n"),
        "[FEN \"8/8/4k3/8/8/3NK3/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Nf4+ Kd6 1-0\n",
        "[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0\n",
        "[Termination \"Adjudication\"]\n\n1. e4 e5 1-0\n",
        "[Variant \"Atomic\"]\n\n1. e4 e5 1-0\n",
        "1. e4 Ke4 1-0\n",
    ];
    let games = games.join("\n");
    met.post("/judge?timeline=1", games.as_bytes(), 200);
    met.post("/judge?flag=white", b"1. e4 *", 200);
    met.post("/judge?flag=red", b"", 400);
    met.post("/judge", &[b' '; 100_000], 413);
    met.ask("GET", "/judge", &[], b"");
    met.get("/judge?pgn=1.+e4+e5+*&flag=white&timeline=1", 200);
    met.get("/judge?pgn=", 400);
    let proof = met.post("/certificate/judge?flag=black", b"1. f3 e5 2. g4 Qh4# 0-1", 200);
    met.post("/certificate/judge", b"1. e4 Ke4", 400);
    met.post("/certificate/judge", &[b' '; 100_000], 413);
    met.post("/check", &proof.body, 200);
    let proof = service.get(&format!("/certificate/winnable?fen={WALL}&for=black"));
    met.post("/check", &proof.body, 200);
    let damaged = proof.text().replacen("unwinnable black", "unwinnable white", 1);
    met.post("/check", damaged.as_bytes(), 200);
    for kept in ["census-kvk.cert.zst", "longest-claims.cert", "losing-fics.cert"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates");
        met.post("/check", &std::fs::read(format!("{folder}/{kept}")).unwrap(), 200);
    }
    let passed = "zermelo-certificate 1\nrules chess\nclaim legal\n\
        position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\npassed e6\n\
        moves e2e4 e7e5\nend\n";
    met.post("/check", passed.as_bytes(), 200);
    let strategy = b"zermelo-certificate 1\nrules strategy krk\nclaim mates on 8x8\nend\n";
    met.post("/check", strategy, 200);
    met.post("/check", b"hello", 400);
    met.post("/check", &[b' '; 300_000], 413);

    let longest = met.get("/longest", 200);
    assert_eq!(longest.json()["plies"], 17697);
    let tag = format!("If-None-Match: {}", longest.field("etag").unwrap());
    assert_eq!(met.ask("GET", "/longest", &[&tag], b"").status, 304);
    met.get("/standard?fen=8/8/8/8/8/2k5/1q6/K7_w_-_-_0_1", 200);
    met.get("/standard?fen=7k/8/8/8/8/8/8/KQ6_w_-_-_0_1", 200);
    met.get("/standard?fen=x", 400);
    met.get("/standard/mainline?fen=7k/8/8/8/8/8/8/KQ6_w_-_-_0_1", 200);
    met.get("/standard/mainline?fen=8/8/8/8/8/1Q6/8/k1K5_b_-_-_0_1", 200);
    met.get("/standard/mainline?fen=x", 400);
    met.get("/standard/mainline?fen=7k/8/8/8/8/8/8/KR6_w_-_-_0_1", 404);
    met.get("/antichess?fen=7k/8/8/8/8/8/8/1R6_w_-_-_0_1", 200);
    met.get("/antichess?fen=x", 400);
    met.get("/antichess/mainline?fen=7k/8/8/8/8/8/8/1R6_w_-_-_0_1", 200);
    met.get("/antichess/mainline?fen=x", 400);
    met.get("/antichess/mainline?fen=7k/8/8/8/8/8/8/KR6_w_-_-_0_1", 404);
    for path in ["/standard", "/antichess"] {
        let none = tiny.get(&format!("{path}?fen=7k/8/8/8/8/8/8/KQ6_w_-_-_0_1"));
        assert_eq!(none.status, 404, "{none:?}");
        met.compare("GET", path, &none);
    }
    met.get("/table/chess?fen=8/8/8/3k4/8/8/8/KQ6 w - -&line=1", 200);
    met.get("/table/chess?fen=7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 200);
    met.get("/table/chess?fen=x", 400);
    met.get("/table/chess?fen=8/8/8/3k4/8/8/8/KR6 w - -", 404);
    met.get("/table/losing?fen=8/8/8/3k4/8/8/8/KR6 w - -", 404);
    met.get("/losing/trees", 200);
    met.get("/losing/tree?tree=na6", 200);
    met.get("/losing/tree?moves=e3 Na6 Bxa6", 200);
    met.get("/losing/tree?moves=e3 Na6 Qh5", 400);
    met.get("/losing/tree?tree=none", 404);
    let mut line = Vec::new();
    loop {
        let place = met.get(&format!("/losing/tree?moves={}", line.join(" ")), 200).json();
        match place["main_line_san"][0].as_str() {
            Some(_) => {
                line = place["line"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .chain([&place["main_line"][0]])
                    .map(|made| made.as_str().unwrap().to_string())
                    .collect()
            }
            None => break,
        }
    }
    met.get("/losing/campaign", 200);
    let json = ["Content-Type: application/json"];
    let order = |value: Value| value.to_string().into_bytes();
    let queue = order(json!({"moves": "e3 c5 Qg4"}));
    assert_eq!(met.ask("POST", "/losing/campaign/queue", &json, &queue).status, 200);
    met.post("/losing/campaign/queue", &queue, 400);
    for path in ["/losing/campaign/queue", "/losing/campaign/force"] {
        let foreign = [json[0], "Origin: https://example.org"];
        assert_eq!(met.ask("POST", path, &foreign, &queue).status, 403);
    }
    let force = order(json!({"moves": ["e3", "c5"], "move": "Qg4"}));
    let forced = met.ask("POST", "/losing/campaign/force", &json, &force);
    assert_eq!((forced.status, forced.text()), (200, "{\"ordered\":\"force  d1g4\"}"));
    assert_eq!(met.ask("POST", "/losing/campaign/force", &json, b"{}").status, 400);
    met.get("/strategy/krk?board=8&men=Kc3 Rd4 kf6&turn=white", 200);
    met.get("/strategy/krk?fen=8/8/8/3k4/8/2K5/8/R7 b - -", 200);
    met.get("/strategy/krk?board=99", 400);
    met.get("/served", 200);
    met.get("/monitor", 200);
    met.get("/metrics", 200);
    let paths = document["paths"].as_object().unwrap();
    for path in paths.keys() {
        let path = path.replace("{rules}", "chess");
        assert_eq!(met.ask("DELETE", &path, &[], b"").status, 405, "{path}");
    }
    // Without a campaign there is none to steer.
    let bare = Service::start(&[]);
    for path in ["/losing/campaign/queue", "/losing/campaign/force"] {
        let answer = bare.ask("POST", path, &json, b"{}");
        met.compare("POST", path, &answer);
    }
    met.compare("GET", "/losing/campaign", &bare.get("/losing/campaign"));
    missing(&met, &document);
    let orders = fs::read_dir(folder.join("campaign/steer")).unwrap().count();
    assert_eq!(orders, 2);
}

/// Everything of the description was met.
fn missing(met: &Met<'_>, document: &Value) {
    let mut missing = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            for status in operation["responses"].as_object().unwrap().keys() {
                let wanted = format!("{path} {status}");
                if !met.statuses.contains(&wanted) {
                    missing.push(wanted);
                }
            }
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = linked(document, parameter)["name"].as_str().unwrap();
                let wanted = format!("{path} {name}");
                if !met.parameters.contains(&wanted) {
                    missing.push(wanted);
                }
            }
        }
    }
    // What is sent and not answered, what is always null, and a guess that a small campaign lacks.
    let left = ["Legal.proof", "Order.moves", "Order.move", "Campaign.seconds_left"];
    let seen = |field: &String| met.schemas.seen.contains(field) || left.contains(&field.as_str());
    missing.extend(met.schemas.all().into_iter().filter(|field| !seen(field)));
    assert!(missing.is_empty(), "described and never met: {missing:?}");
}
