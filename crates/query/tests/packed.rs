//! Packed positions, as shakmaty writes them, are read like FENs; damaged ones are NULL.

use std::sync::Arc;

use datafusion::arrow::array::{Array, BinaryArray, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::record_batch::RecordBatch;
use shakmaty::fen::Fen;
use shakmaty::packed::PackedSetup;
use zermelo_query::{Budget, session, take_faults};

const WALL: &str = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn packed_positions() {
    let packed = |fen: &str| {
        let setup = fen.parse::<Fen>().unwrap().into_setup();
        PackedSetup::pack_standard(&setup).unwrap().as_bytes().to_vec()
    };
    let (wall, start) = (packed(WALL), packed(START));
    let cells = [Some(&wall[..]), Some(&start), None, Some(b"\xff\xff"), Some(&start[..9])];
    let schema = Arc::new(Schema::new(vec![Field::new("packed", DataType::Binary, true)]));
    let column = Arc::new(BinaryArray::from_iter(cells));
    let batch = RecordBatch::try_new(schema, vec![column]).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let found = runtime.block_on(async {
        let context = session(Budget::default(), 1);
        context.register_batch("source", batch).unwrap();
        let sql = "select winnable(packed, 'black') as w, legal(packed) from source";
        context.sql(sql).await.unwrap().collect().await.unwrap()
    });
    let winnable = found[0].column(0).as_any().downcast_ref::<BooleanArray>().unwrap();
    let winnable: Vec<Option<bool>> = winnable.iter().collect();
    assert_eq!(winnable, [Some(false), Some(true), None, None, None]);
    assert!(found[0].column(1).is_valid(0));
    assert_eq!(take_faults().unread, 4);
}
