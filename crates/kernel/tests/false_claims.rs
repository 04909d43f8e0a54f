//! Certificates of false claims that an earlier kernel accepted. Each was a hole in a lemma; none
//! may ever be accepted again.

use zermelo_kernel::Proof;

#[test]
fn false_claims_are_rejected() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/false");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of false claims") {
        let path = entry.expect("a file").path();
        let text = std::fs::read(&path).expect("a readable file");
        let certificate = Proof::read(&text).expect("a readable certificate");
        assert!(certificate.check().is_err(), "{} was accepted", path.display());
        seen += 1;
    }
    assert!(seen > 0);
}
