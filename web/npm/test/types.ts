// What the types promise; never run, only looked at by tsc.
import { ZermeloError, check, judge, legal, puzzle, retract, strategy, winnable } from '../index.js';

export async function asked(): Promise<string[]> {
  const answer = await winnable('8/8/4k3/8/8/3NK3/8/8 w - -', 'white');
  const { accepted, words } = await check(answer.white?.certificate ?? '');
  const [game] = await judge(new Uint8Array(), { flag: 'black', seconds: 5, onProgress: () => {} });
  // @ts-expect-error: nobody else can win
  await winnable('8/8/4k3/8/8/3NK3/8/8 w - -', 'nobody');
  const { readings, verdict } = await legal({ fen: () => '' }, { nodes: 40_000 });
  const { positions } = await puzzle(['7k/8/5K2/8/8/8/8/6Q1'], 'h#1', { winner: 'white', duplex: true });
  const { retractions } = await retract('', { dead_reckoning: true });
  const { move } = await strategy('Kc3 Ra1 kd5', { board: '8x5', turn: 'white' });
  const fault: string = new ZermeloError('x').kind;
  return [String(accepted), words, game.ruling ?? '', verdict, readings?.[0].verdict ?? '', positions[0].fen, retractions?.[0].san ?? '', move?.san ?? '', fault];
}
