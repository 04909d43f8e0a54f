// The npm package in node: every question, faults as exceptions, and what is packed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ZermeloError, check, judge, legal, puzzle, retract, strategy, winnable } from '../node.js';

const here = dirname(fileURLToPath(import.meta.url));
const refused = (kind, message) => (error) => error instanceof ZermeloError && error.kind === kind && message.test(error.message);

test('winnable: both sides, one, a fallen flag, and proofs that can be checked', async () => {
  const both = await winnable('8/8/4k3/8/8/3NK3/8/8 w - -');
  assert.equal(both.standing, 'dead');
  assert.equal(both.white.reason, 'material');
  assert.deepEqual((await check(both.black.certificate)).words, (await check(gzipSync(both.black.certificate))).words);

  const one = await winnable('7k/8/5K2/8/8/8/8/6Q1 w - -', 'white');
  assert.deepEqual([one.white.verdict, one.white.checked, one.black], ['winnable', true, undefined]);
  const proof = await check(one.white.certificate);
  assert.deepEqual([proof.accepted, proof.kind, proof.claim, proof.side], [true, 'chances', 'winnable', 'white']);

  const fallen = await winnable({ fen: () => '8/8/4k3/8/8/3NK3/8/8 w - -' }, { flag: 'black', certificate: false });
  assert.deepEqual([fallen.result, fallen.white.certificate], ['1/2-1/2', undefined]);

  const shortest = await winnable('7k/8/5K2/8/8/8/8/6Q1 w - -', { for: 'white', shortest: true });
  assert.deepEqual(shortest.white.shortest.plies, 1);
  const open = await winnable('1k6/1P2p2p/BP6/1P6/8/8/4P2P/6K1 w - -', { for: 'black', nodes: 10 });
  assert.deepEqual([open.black.verdict, open.black.checked], ['open', false]);
});

test('what is no text is refused in words', async () => {
  for (const wrong of [{}, null, 7]) await assert.rejects(winnable(/** @type {any} */ (wrong)), refused('input', /a position is a text in FEN/));
  for (const wrong of [{}, 7]) await assert.rejects(judge(/** @type {any} */ (wrong)), refused('input', /a text is needed, or bytes/));
});

test('time passes, and ends a search', async () => {
  const fen = 'k1b1b1b1/1p1b1b1b/1P4b1/8/8/1p6/pP1B1B1B/K1B1B1B1 w - -';
  const answer = await winnable(fen, { for: 'black', seconds: 0 });
  assert.equal(answer.black.verdict, 'open');
  assert.ok(answer.black.engine_us > 0);
});

test('judge: each game, one that cannot be read, and the certificate', async () => {
  const games = await judge('1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 Ke5 *\n\n1. e4 e5 *\n', { timeline: true, certificate: true });
  assert.deepEqual(games.map((game) => [game.ruling, game.agreement]), [['over', 'contradicted'], [undefined, undefined], ['unfinished', 'left']]);
  assert.match(games[1].error, /Ke5/);
  assert.equal(games[0].timeline.sans.length, 4);
  assert.equal((await check(games[0].certificate)).kind, 'record');
  const heard = [];
  assert.deepEqual(await judge('1. e4 e5 *', { onGame: (game) => heard.push(game.plies) }), []);
  assert.deepEqual(heard, [2]);
  assert.deepEqual(await judge(''), []);
});

test('check: what was damaged is rejected, and what is no certificate refused', async () => {
  const { white } = await winnable('7k/8/5K2/8/8/8/8/6Q1 w - -', 'white');
  const damaged = await check(white.certificate.replace('claim winnable white', 'claim winnable black'));
  assert.equal(damaged.accepted, false);
  assert.equal(typeof damaged.fault, 'string');
  await assert.rejects(check('hello'), refused('input', /^this is no certificate: line 1/));
  await assert.rejects(check(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd])), refused('input', /zstd/));
});

test('every kept certificate is accepted, as the native kernel does', async () => {
  const folder = join(here, '../../../crates/cli/tests/certificates');
  let count = 0;
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.cert'))) {
    const { accepted, fault } = await check(readFileSync(join(folder, name)));
    assert.ok(accepted || /only tables know/.test(fault), `${name}: ${fault}`);
    count += 1;
  }
  assert.ok(count > 5, `${count} certificates`);
});

test('legal, retract, puzzle, strategy', async () => {
  const illegal = await legal('8/8/8/8/8/8/P1k5/K7 b - -');
  assert.deepEqual([illegal.verdict, illegal.checked], ['illegal', true]);
  assert.equal((await check(illegal.certificate)).kind, 'legality');
  assert.equal((await legal('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -')).verdict, 'legal');
  assert.ok((await retract('4k3/8/8/8/8/8/8/R3K3 b - -')).possible > 0);
  const { verdict, plies } = await legal('rnb1kb1r/pp1ppppp/8/q1B5/8/3P1n2/PPP1PPPP/RN1QKBNR ?', { shortest: true });
  assert.deepEqual([verdict, plies], ['unique', 10]);
  const words = [];
  const solved = await puzzle('7k/8/5K2/8/8/8/8/6Q1', 'h#1', { onProgress: (said) => words.push(said) });
  assert.deepEqual(solved.positions[0].parts[0].searches[0].solutions.map(({ san }) => san), [['Kh7', 'Qg7#']]);
  assert.match(words[0], /^searching for h#1/);
  const played = await strategy('Kc3 Ra1 kd5');
  assert.equal(played.men, 'Kc3 Ra1 kd5');
  assert.equal(typeof played.move.san, 'string');
});

test('faults are exceptions with our sentences', async () => {
  await assert.rejects(winnable('8/8/8/8/8/8/8/8 w - -'), refused('input', /king/));
  await assert.rejects(winnable(), refused('input', /^a position is missing/));
  await assert.rejects(winnable('7k/8/5K2/8/8/8/8/6Q1 w - -', 'nobody'), refused('input', /^for: white or black is needed/));
  await assert.rejects(winnable('7k/8/5K2/8/8/8/8/6Q1 w - -', { quick: true }), refused('input', /unknown field `quick`/));
  await assert.rejects(strategy('Kc3'), refused('input', /missing/));
  await assert.rejects(puzzle('7k/8/5K2/8/8/8/8/6Q1', 'mate'), refused('input', /mate/));
  await assert.rejects(legal('8/8/8/8/8/8/P1k5/K7 x - -'), refused('input', /side to move|turn/));
});

test('damaged text never stops the engine', async () => {
  let seed = 1;
  const dice = (sides) => (seed = (seed * 48271) % 2147483647) % sides;
  const { white } = await winnable('3b1b2/3k4/2ppp3/3p4/1p1K1p1p/bP1P1P1P/8/1B3B2 w - -', { for: 'white', nodes: 2000 });
  const texts = [white.certificate ?? '', (await winnable('7k/8/5K2/8/8/8/8/6Q1 w - -', 'white')).white.certificate, '[FEN "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n\n1. Qg7# 1-0\n'];
  for (let round = 0; round < 300; round += 1) {
    const bytes = new TextEncoder().encode(texts[round % texts.length]);
    if (!bytes.length) continue;
    for (let times = dice(4); times >= 0; times -= 1) bytes[dice(bytes.length)] = dice(256);
    await judge(bytes, { nodes: 100 });
    await check(bytes).catch((error) => assert.equal(error.kind, 'input', error.message));
  }
});

test('a proof about a strategy is for the other module', async () => {
  const { kind, accepted, fault } = await check('\ufeffzermelo-certificate 1\nrules strategy krk\nclaim mates on all\nend\n');
  assert.deepEqual([kind, accepted], ['strategy', false]);
  assert.match(fault, /lemma/);
  await assert.rejects(check('zermelo-certificate 1\nrules strategy kbk\nclaim mates on all\nend\n'), refused('input', /^this is no certificate/));
});

test('what most people ask is light', () => {
  const packed = gzipSync(readFileSync(join(here, '../dist/zermelo.wasm')));
  assert.ok(packed.length < 400_000, `${packed.length} bytes`);
});

test('the package holds what it needs and nothing else', () => {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: join(here, '..'), encoding: 'utf8' }));
  const cargo = readFileSync(join(here, '../../../Cargo.toml'), 'utf8');
  assert.equal(packed.version, cargo.match(/^version = "(.*)"/m)[1]);
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), [
    'README.md', 'browser.js', 'dist/core.js', 'dist/zermelo-more.wasm', 'dist/zermelo.wasm', 'index.d.ts', 'node.js', 'package.json', 'questions.js',
  ]);
});
