//! Trees with the text around them.

use super::*;

#[test]
fn certificates() {
    let (claim, nodes) = ending();
    for prover in Color::ALL {
        let head =
            TreeHead { claim: TreeClaim { prover, ..claim.clone() }, nodes: nodes.len() as u32 };
        let text = head.to_text();
        assert_eq!(TreeHead::read(&mut text.as_bytes()), Ok(Some(head)));
    }
    let head = TreeHead { claim, nodes: nodes.len() as u32 };
    let file = [head.to_text().as_bytes(), &bytes(&nodes), TreeHead::TAIL.as_bytes()].concat();
    let check = |file: &[u8]| {
        let (mut first, mut second) = (file, file);
        let head = TreeHead::read(&mut first).ok()??;
        TreeHead::read(&mut second).ok()??;
        Some(head.check(first, second, none, &Budget::default()).map_err(|fault| fault.reason))
    };
    assert!(matches!(check(&file), Some(Ok(_))));
    // The last line may lack its end, and what follows it is not read.
    assert!(matches!(check(&file[..file.len() - 1]), Some(Ok(_))));
    assert!(matches!(check(&[&file[..], b"more"].concat()), Some(Ok(_))));
    for cut in [2, 4, 5] {
        assert_eq!(check(&file[..file.len() - cut]), Some(Err(TreeReason::Tail)));
    }
    assert_eq!(check(&[&file[..file.len() - 1], b"ed\n"].concat()), Some(Err(TreeReason::Tail)));
    assert_eq!(check(&file[..file.len() - 6]), Some(Err(TreeReason::Cut)));
    // The number of nodes in the text is that of the header.
    for (nodes, reason) in [(head.nodes - 1, TreeReason::Cut), (head.nodes + 1, TreeReason::Rest)] {
        let mut other = TreeHead { nodes, ..head.clone() }.to_text().into_bytes();
        other.extend_from_slice(&file[head.to_text().len()..]);
        other.extend_from_slice(b"123456");
        assert_eq!(check(&other), Some(Err(reason)));
    }
}

#[test]
fn heads_that_are_not_read() {
    let good = ending().0;
    let good = TreeHead { claim: good, nodes: 7 }.to_text();
    let read = |text: &str| TreeHead::read(&mut text.as_bytes());
    // Another certificate, or none.
    for text in ["", "\n", "x", &good.replace("losing\n", "chess\n"), &good.replace(" 1\n", " 2\n")]
    {
        assert_eq!(read(text), Ok(None), "{text}");
    }
    assert_eq!(read(&"x".repeat(1 << 20)), Ok(None));
    for (from, to, line, fault) in [
        ("losing-win", "losing-won", 3, "a claim by these rules is `losing-win` and a colour"),
        ("win white", "win green", 3, "expected a colour, found `green`"),
        ("position 8", "position 9", 4, "placement"),
        ("position", "positiom", 4, "expected `position ...`"),
        ("tree 7", "tree -7", 5, "expected a number, found `-7`"),
        ("tree 7", "tree 4294967296", 5, "expected a number"),
        ("tree 7\n", "", 5, "the certificate ends here"),
    ] {
        let good = good.replace("black", "white");
        let error = read(&good.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.fault.contains(fault), "{error}");
    }
    let long = good.replace("position ", &format!("position {}", " ".repeat(2000)));
    assert!(read(&long).unwrap_err().fault.contains("too long"));
}
