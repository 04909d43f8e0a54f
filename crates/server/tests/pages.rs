//! Pages and pictures for whoever only has a link: browsers without JavaScript, and services that
//! show a link before anybody follows it.

use std::net::SocketAddr;

use zermelo_server::Options;

use crate::service::{Answer, WALL, ask, get, start};

/// As a browser asks.
#[track_caller]
fn page(address: SocketAddr, path: &str) -> Answer {
    let page = get(address, path, &["Accept: text/html,application/xhtml+xml,*/*;q=0.8"]);
    assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"), "{path}");
    assert!(page.field("vary").is_some_and(|vary| vary.contains("accept")), "{path}");
    assert!(
        page.field("content-security-policy").is_some_and(|p| p.contains("default-src 'self'"))
    );
    page
}

/// A property of the head, as it stands there.
fn property<'a>(page: &'a Answer, name: &str) -> Option<&'a str> {
    let start = format!("<meta property=\"{name}\" content=\"");
    page.text().split_once(&start)?.1.split_once('"').map(|(value, _)| value)
}

/// The address of the picture on this service, and that a description is there.
#[track_caller]
fn picture(page: &Answer) -> String {
    assert!(page.text().contains("<meta name=\"description\" content=\""));
    assert!(page.text().contains("<meta name=\"twitter:card\" content=\"summary_large_image\">"));
    let picture = property(page, "og:image").unwrap().replace("&amp;", "&");
    picture.strip_prefix("http://localhost").unwrap().to_string()
}

#[track_caller]
fn is_png(picture: &Answer) {
    assert_eq!((picture.status, picture.field("content-type")), (200, Some("image/png")));
    assert!(picture.body.starts_with(b"\x89PNG") && picture.body.len() < 100_000);
}

#[test]
fn a_link_has_a_title_a_picture_and_the_verdict() {
    let address = start(Options::default());
    let shown = page(address, &format!("/winnable?fen={WALL}&flag=white"));
    assert_eq!((shown.status, shown.field("cache-control")), (200, Some("no-cache")));
    let text = shown.text();
    assert!(text.contains("<title>Only White can still win. · Zermelo</title>"), "{text}");
    assert_eq!(property(&shown, "og:title"), Some("Only White can still win."));
    assert!(property(&shown, "og:description").unwrap().ends_with("5K2/8/8 w - -"));
    let own =
        "http://localhost/winnable?fen=5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8+w+-+-&amp;flag=white";
    assert_eq!(property(&shown, "og:url"), Some(own));
    // The position and both verdicts are there, for eyes and ears.
    assert!(text.contains("alt=\"White: king f3, bishop f5, pawn "), "{text}");
    for verdict in ["White can still win.", "Black cannot win: "] {
        assert!(text.contains(&format!("<strong>{verdict}")), "{text}");
    }
    assert!(text.contains("<a href=\"/certificate/winnable?fen="));
    let drawn = get(address, &picture(&shown), &[]);
    is_png(&drawn);
    assert_eq!(drawn.field("cache-control"), Some("public, max-age=86400"));
    let tag = format!("If-None-Match: {}", drawn.field("etag").unwrap());
    assert_eq!(get(address, &picture(&shown), &[&tag]).status, 304);
    // The page is the one of last time.
    let tag = format!("If-None-Match: {}", shown.field("etag").unwrap());
    let again =
        get(address, &format!("/winnable?fen={WALL}&flag=white"), &["Accept: text/html", &tag]);
    assert_eq!(again.status, 304);
}

#[test]
fn those_who_show_links_get_the_page_and_programs_do_not() {
    let address = start(Options::default());
    let path = format!("/winnable?fen={WALL}");
    let slack = "User-Agent: Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)";
    let shown = get(address, &path, &["Accept: */*", slack]);
    assert_eq!(property(&shown, "og:title"), Some("Only White can still win."));
    for program in ["User-Agent: lichess-bot/2024.1", "User-Agent: curl/8.5.0"] {
        let answer = get(address, &path, &["Accept: */*", program]);
        assert_eq!(answer.field("content-type"), Some("application/json"), "{program}");
    }
    // Behind a proxy links begin as the proxy is asked.
    let proxied = get(address, &path, &["Accept: text/html", "X-Forwarded-Proto: https"]);
    assert!(property(&proxied, "og:image").unwrap().starts_with("https://localhost/picture/"));
    assert_eq!(ask(address, "HEAD", &path, &["Host: localhost", "Accept: text/html"]).body, b"");
}

#[test]
fn legality_has_a_page() {
    let address = start(Options::default());
    let path = "/legal?fen=8/8/8/8/8/8/P1k5/K7_b_-_-";
    let shown = page(address, path);
    let title = property(&shown, "og:title").unwrap();
    assert!(title.starts_with("Illegal: ") && shown.text().contains(title), "{title}");
    assert!(shown.text().contains("/certificate/legal?fen="));
    // Before the page was asked for, the picture did not say it; now it does.
    let drawn = get(address, &picture(&shown), &[]);
    is_png(&drawn);
    assert_eq!(drawn.field("cache-control"), Some("public, max-age=86400"));
    let fresh = start(Options::default());
    let bare = get(fresh, &picture(&shown), &[]);
    is_png(&bare);
    assert_eq!(bare.field("cache-control"), Some("no-store"));
    assert_ne!(bare.body, drawn.body);
    // With a field unknown, every reading is told.
    let readings = page(address, "/legal?fen=8/8/8/8/8/8/P1k5/K7_?_-_-");
    assert_eq!(readings.status, 200, "{}", readings.text());
}

const GAME: &str = "[White \"<script>alert(1)</script>\"]\n[Black \"B & \\\"C\\\"\"]\n\
                    [Event \"</textarea><script>\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";

/// A text as a form sends it.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[test]
fn a_game_has_a_page() {
    let address = start(Options::default());
    let shown = page(address, &format!("/judge?pgn={}", encoded(GAME)));
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert_eq!(property(&shown, "og:title"), Some("Checkmate with 4. Qxf7#: White won."));
    assert!(shown.text().contains("FIDE Laws, Article 5.1.1."), "{}", shown.text());
    assert!(shown.text().contains("The record agrees: 1-0."));
    is_png(&get(address, &picture(&shown), &[]));
    // A flag that falls: how the other side could still mate, and the picture says so.
    let path = format!("/judge?pgn={}&flag=white", encoded("1. e4 e5 *"));
    let fallen = page(address, &path);
    assert!(fallen.text().contains("Black mates, for example: "), "{}", fallen.text());
    assert!(picture(&fallen).ends_with("&flag=white"));
    // Programs get what they would get for posting it.
    let told = get(address, &path, &["Accept: */*"]);
    assert_eq!((told.status, told.field("content-type")), (200, Some("application/x-ndjson")));
    assert!(told.text().contains("\"ruling\":\"flag\""), "{}", told.text());
    assert_eq!(get(address, "/judge?pgn=", &["Accept: */*"]).status, 400);
    assert_eq!(get(address, "/judge", &["Accept: */*"]).status, 405);
    assert_eq!(
        ask(address, "DELETE", &path, &["Host: localhost", "Accept: text/html"]).status,
        405
    );
}

#[test]
fn nothing_that_is_sent_comes_back_as_markup() {
    let address = start(Options::default());
    let evil = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>";
    let mut paths = vec![format!("/judge?pgn={}", encoded(GAME))];
    for asked in ["/winnable?fen", "/legal?fen", "/judge?pgn"] {
        paths.push(format!("{asked}={}", encoded(evil)));
        paths.push(format!(
            "{asked}={}&flag={e}&chess960={e}",
            encoded("1. e4 *"),
            e = encoded(evil)
        ));
        paths.push(format!("{asked}={WALL}&flag={e}&chess960={e}&for={e}", e = encoded(evil)));
    }
    for path in paths {
        let shown = page(address, &path);
        let text = shown.text();
        // All scripts that are there are those of the page itself.
        assert_eq!(text.matches("<script").count(), text.matches("<script ").count(), "{path}");
        for markup in ["<script>", "<img src=x", "'>", "</textarea><s"] {
            assert!(!text.contains(markup), "{path}: {markup}");
        }
        assert_eq!(text.matches("</main>").count(), 1);
    }
    // Pictures say what is wrong as every other address does, in plain text.
    let refused = get(address, &format!("/picture/winnable.png?fen={}", encoded(evil)), &[]);
    assert_eq!(
        (refused.status, refused.field("content-type")),
        (400, Some("text/plain; charset=utf-8"))
    );
    for nothing in ["/picture/", "/picture/judge.png", "/picture/winnable.svg", "/picture/x"] {
        assert_eq!(get(address, &format!("{nothing}?fen={WALL}"), &[]).status, 404, "{nothing}");
    }
}

#[test]
fn bad_questions_are_told_on_the_page() {
    let address = start(Options::default());
    let bad = page(address, "/winnable?fen=8/8/8/8/8/8/8/8_w_-_-");
    assert_eq!((bad.status, bad.field("cache-control")), (400, Some("no-store")));
    assert!(
        bad.text().contains("role=alert") && bad.text().contains("value=\"8/8/8/8/8/8/8/8_w_-_-\"")
    );
    assert_eq!(property(&bad, "og:image"), None);
    let unread = page(address, &format!("/judge?pgn={}", encoded("1. e5 *")));
    assert_eq!(unread.status, 400);
    for empty in ["/winnable", "/legal?fen=", "/judge?pgn=+"] {
        let form = page(address, empty);
        assert_eq!(form.status, 200, "{empty}");
        assert!(form.text().contains("<form method=get") && !form.text().contains("role=alert"));
    }
}

/// The search for this one takes some thousand positions; a first look does not settle it.
const HARD: &str = "1k6/1P2p2p/BP6/1P6/8/8/4P2P/6K1_w_-_-";

#[test]
fn a_picture_never_searches() {
    let address = start(Options::default());
    let path = format!("/picture/winnable.png?fen={HARD}");
    let bare = get(address, &path, &[]);
    is_png(&bare);
    assert_eq!(bare.field("cache-control"), Some("no-store"));
    let counts = get(address, "/metrics", &[]);
    assert!(counts.text().contains("zermelo_searched_total 0\n"), "{}", counts.text());
    // Once the page has been asked for, the picture says what the page says.
    assert_eq!(page(address, &format!("/winnable?fen={HARD}")).status, 200);
    let told = get(address, &path, &[]);
    assert_eq!(told.field("cache-control"), Some("public, max-age=86400"));
    assert_ne!(told.body, bare.body);
}

/// However the FEN of a picture is written, it says what the page has said.
#[test]
fn a_position_has_one_picture() {
    let address = start(Options::default());
    let first = "/legal?fen=8/8/8/8/8/8/P1k5/K7+b+-+-+0+1";
    let picture = |fen: &str| get(address, &format!("/picture/legal.png?fen={fen}"), &[]);
    let bare = picture("8/8/8/8/8/8/P1k5/K7+b+-+-");
    assert_eq!(bare.field("cache-control"), Some("no-store"));
    assert_eq!(page(address, first).status, 200);
    for fen in
        ["8/8/8/8/8/8/P1k5/K7+b+-+-", "8/8/8/8/8/8/P1k5/K7_b_-_-", "8/8/8/8/8/8/P1k5/K7_b_-_-_3_61"]
    {
        let told = picture(fen);
        assert_eq!(told.field("cache-control"), Some("public, max-age=86400"), "{fen}");
        assert_ne!(told.body, bare.body, "{fen}");
    }
}

/// Who would rather have JSON has it, and who shows a link sees the place that it names.
#[test]
fn weights_are_read_and_a_ply_is_kept() {
    let address = start(Options::default());
    let path = format!("/winnable?fen={WALL}");
    for accept in ["text/html;q=0", "application/json, text/html;q=0.5"] {
        let answer = get(address, &path, &[&format!("Accept: {accept}")]);
        assert_eq!(answer.field("content-type"), Some("application/json"), "{accept}");
    }
    let path = "/judge?pgn=1.+e4+e5+2.+Nf3&flag=white&game=1&ply=2";
    let shown = page(address, path);
    let own = property(&shown, "og:url").unwrap().replace("&amp;", "&");
    assert_eq!(own, format!("http://localhost{path}"));
}

/// The tabs that need JavaScript: links to them have pictures, too.
#[test]
fn tabs_have_pictures() {
    let address = start(Options::default());
    for tab in ["check", "longest", "krk", "tables", "losing"] {
        is_png(&get(address, &format!("/picture/{tab}.png"), &[]));
    }
    is_png(&get(address, "/picture/krk.png?fen=8/8/5k2/8/3R4/2K5/8/8+w+-+-", &[]));
    assert_eq!(get(address, "/picture/krk.png?fen=nonsense", &[]).status, 400);
    // The pages themselves are there only if the page was built in.
    let browser = ["Accept: text/html"];
    if get(address, "/krk", &browser).status == 404 {
        return eprintln!("skipped: the page was not built");
    }
    for (path, drawn) in [
        ("/check", "/picture/check.png?"),
        ("/longest?ply=7", "/picture/longest.png?"),
        ("/losing?moves=e3", "/picture/losing.png?"),
        ("/krk?board=8&men=Kc3_Rd4_kf6", "/picture/krk.png?fen=8/8/5k2/8/3R4/2K5/8/8+w+-+-"),
        (
            "/tables?rules=chess&fen=8/8/8/8/3k4/8/8/KQ6_w_-_-",
            "/picture/tables.png?fen=8/8/8/8/3k4",
        ),
    ] {
        let shown = page(address, path);
        assert_eq!(shown.status, 200, "{path}");
        // Who follows the link sees the same.
        let own = property(&shown, "og:url").unwrap().replace("&amp;", "&");
        assert_eq!(own, format!("http://localhost{path}").replace(" ", "+"), "{path}");
        let found = picture(&shown);
        assert!(found.starts_with(drawn), "{path}: {found}");
        is_png(&get(address, &found, &[]));
    }
    // What the strategy plays stands in the title.
    let krk = page(address, "/krk?board=8&men=Kc3_Rd4_kf6");
    assert!(property(&krk, "og:title").unwrap().starts_with("White plays "), "{}", krk.text());
    // So do the board, the ply and the moves of a link.
    for (path, title) in [
        ("/krk?board=5&men=Kb2+Ra1+kd5", "On 5x5: White plays "),
        ("/longest?ply=4321", "The longest game, ply 4,321 of 17,697"),
        ("/longest?ply=99999", "The longest game"),
        ("/losing?moves=e2e3+b8a6", "Losing chess: 1. e3 Na6"),
        ("/losing?moves=e2e5", "Losing chess"),
    ] {
        let shown = page(address, path);
        let told = property(&shown, "og:title").unwrap();
        assert!(told.starts_with(title), "{path}: {told}");
        assert!(path.contains("krk") || told == title, "{path}: {told}");
    }
    // The page itself, with the form for those without JavaScript still in it.
    let home = page(address, "/");
    assert_eq!(property(&home, "og:url"), Some("http://localhost/"));
    assert!(home.text().contains("<noscript>") && home.text().contains("action=\"/winnable\""));
    is_png(&get(address, &picture(&home), &[]));
}
