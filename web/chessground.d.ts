declare module '*/chessground.min.js' {
  export { Chessground } from '@lichess-org/chessground';
}
