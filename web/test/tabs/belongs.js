// An answer belongs to the question that is in the address; and what is pasted is read in one way, whatever has the focus.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf, visit } from '../browser.js';
import { BAD, paste, silent } from './winnable.js';

/** A dead position, and the same cut short. */
const DEAD = '8/8/4k3/8/8/3NK3/8/8 w - - 0 1', CUT = '8/8/4k3/8/8/3NK3/8';
const PROOF = '/certificate/winnable?fen=5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8+w+-+-&for=black';
const query = (fen) => fen.replaceAll(' ', '+');

/** Pastes into a field, as the browser would: what nobody takes goes into it. */
async function pasteInto(page, label, text) {
  await page.getByLabel(label, { exact: true }).evaluate((field, pasted) => {
    const data = new DataTransfer();
    data.setData('text', pasted);
    field.focus();
    if (field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))) document.execCommand('insertText', false, pasted);
  }, text);
}

export default function belongs(site) {
  for (const [tab, fen, name, elsewhere] of [
    ['winnable', DEAD, 'Dead position', 'Judge a game'],
    ['legal', '8/8/2kP4/8/8/8/6BK/2R5 b - - 0 1', 'Legal', 'Check a proof'],
    ['tables', '8/8/8/3k4/8/8/8/KR6 w - - 0 1', 'wins', 'Check a proof'],
  ]) {
    test(`${tab}: whoever comes back from another tab finds the position of the address, not what cannot be read`, () => visit(site.browser, `${site.url}/${tab}?${tab === 'tables' ? 'rules=chess&' : ''}fen=${query(fen)}`, async (page) => {
      const field = page.getByLabel('Position in FEN'), verdict = page.locator('.first .verdict').getByText(name);
      await verdict.waitFor();
      for (const bad of [CUT, 'xx']) {
        await field.fill(bad);
        await silent(page);
        await page.getByRole('link', { name: elsewhere }).click();
        await page.getByRole('heading', { name: elsewhere }).waitFor();
        await page.goBack();
        await verdict.waitFor();
        assert.equal(await field.inputValue(), fen);
        assert.equal(await textOf(page, '.entry .fault'), '');
      }
      // What was pasted as what was typed.
      await paste(page, 'hello');
      await silent(page);
      assert.equal(await field.inputValue(), 'hello');
      await page.getByRole('link', { name: elsewhere }).click();
      await page.getByRole('heading', { name: elsewhere }).waitFor();
      await page.locator(`#tabs a[href^="/${tab}"]`).click();
      await verdict.waitFor();
      assert.equal(await field.inputValue(), fen);
    }, { allow: BAD }));
  }

  for (const hash of [false, true]) {
    test(`the same link once more puts back what was edited (${hash ? 'after #' : 'in the path'})`, () => visit(site.browser, hash ? `${site.url}/?server#/winnable` : site.url, async (page) => {
      const locked = page.getByText('The knight that still mates');
      await locked.click();
      await page.getByText('Either side can still win.').waitFor();
      await page.getByLabel('Position in FEN').fill('zz');
      await silent(page);
      await locked.click();
      await page.getByText('Either side can still win.').waitFor();
      assert.match(await page.getByLabel('Position in FEN').inputValue(), /^8\/5k1K\/7P/);
      assert.equal(await textOf(page, '.entry .fault'), '');
    }));
  }

  test('what was said of a certificate goes with the first edit, and comes back with its address', () => visit(site.browser, `${site.url}/check?of=${encodeURIComponent(PROOF)}`, async (page) => {
    const field = page.getByLabel('Certificate', { exact: true });
    await page.getByText('Accepted: the claim is proved.').waitFor();
    await field.press('End');
    await field.pressSequentially('x');
    assert.equal(await textOf(page, '.answer'), '');
    await page.waitForURL(/\/check$/);
    await page.goBack();
    await page.getByText('Accepted: the claim is proved.').waitFor();
    assert.match(await field.inputValue(), /^zermelo-certificate 1\n/);
    // One that was pasted has no address.
    const proof = await field.inputValue();
    await pasteInto(page, 'Certificate', proof);
    await page.waitForURL(/\/check$/);
    await page.getByText('Accepted: the claim is proved.').waitFor();
    await field.fill(proof.replace('Kf3', 'Kf4'));
    assert.equal(await textOf(page, '.answer'), '');
  }, { allow: BAD }));

  test('ruling and certificate go with the first edit of a record, and with them the flag', () => visit(site.browser, `${site.url}/judge?pgn=1.+e4+e5&flag=white`, async (page) => {
    const field = page.getByLabel('Game record in PGN');
    await page.getByText('White ran out of time: Black won.').waitFor();
    await field.fill('');
    assert.equal(await page.locator('.answer > *, .under > *').count(), 0);
    await page.waitForURL(/\/judge$/);
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    assert.equal(await page.locator('.answer > *').count(), 0);
    assert.equal(await page.getByLabel('Whose flag fell').inputValue(), '');
    await field.fill('1. f3 e5 2. g4 Qh4# 0-1');
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    await page.getByText('Checkmate with 2... Qh4#: Black won.').waitFor();
    // One step back is the record before.
    await page.goBack();
    await page.getByText('White ran out of time: Black won.').waitFor();
    assert.equal(await field.inputValue(), '1. e4 e5');
    await paste(page, '1. d4 d5 *');
    await page.waitForURL(/judge\?pgn=1\.\+d4\+d5\+\*$/);
    await page.locator('.answer .verdict').waitFor();
    assert.equal(await page.getByText('ran out of time').count(), 0);
    // Judged once more as it stands, a game keeps it; another file has none.
    await page.getByLabel('Whose flag fell').selectOption('white');
    await page.getByText('White ran out of time: Black won.').waitFor();
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    await page.waitForURL(/flag=white/);
    await page.getByText('White ran out of time: Black won.').waitFor();
    await page.setInputFiles('input[type=file]', { name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from('1. c4 c5 *') });
    await page.waitForURL(/judge\?pgn=1\.\+c4\+c5\+\*$/);
    // Chosen before there is a record, it is meant for the next one.
    await page.goto(`${site.url}/judge`);
    await page.getByLabel('Whose flag fell').selectOption('black');
    await paste(page, '1. d4 d5 *');
    await page.getByText('Black ran out of time: White won.').waitFor();
  }));

  test('one reading of what is pasted, whatever has the focus', () => visit(site.browser, `${site.url}/judge`, async (page) => {
    const record = 'Game record in PGN', field = page.getByLabel(record);
    const proof = await (await fetch(site.url + PROOF)).text();
    const judge = async () => { await page.getByRole('link', { name: 'Judge a game' }).click(); await field.waitFor(); };
    await field.waitFor();
    await pasteInto(page, record, DEAD);
    await page.getByText('Dead position: neither side can mate.').waitFor();
    await pasteInto(page, 'Position in FEN', proof);
    await page.getByText('Accepted: the claim is proved.').waitFor();
    await judge();
    await pasteInto(page, record, 'https://lichess.org/analysis/pgn/e4_e5');
    await page.getByText('1 / 2').or(page.getByText('2 / 2')).first().waitFor();
    assert.equal(await field.inputValue(), 'e4 e5');
    await pasteInto(page, record, proof);
    await page.getByText('Accepted: the claim is proved.').waitFor();
    assert.ok(!page.url().includes('zermelo-certificate'));
    await pasteInto(page, 'Certificate', '1. f3 e5 2. g4 Qh4# 1-0');
    await page.getByText(/Contradicted: the record says 1 – 0/).waitFor();
    for (const [text, says] of [['https://lichess.org/abcdefgh', /Share & export/], ['hello', /no position and no game/]]) {
      await paste(page, text);
      await page.locator('.answer .fault').getByText(says).waitFor();
      await page.waitForURL(/\/judge$/);
      assert.equal(await field.inputValue(), text);
    }
    // The flag that fell comes with the game of a link, also where its last position is asked about.
    await page.goto(`${site.url}/winnable?fen=${query(DEAD)}`);
    await page.getByText('Dead position: neither side can mate.').waitFor();
    await pasteInto(page, 'Position in FEN', `${site.url}/judge?pgn=1.+e4+e5&flag=black`);
    await page.waitForURL(/winnable\?fen=rnbqkbnr.*&flag=black$/);
    await judge();
    // A part goes where it is pasted, and a link of ours where it leads.
    await field.fill('1. e4 e5');
    await page.keyboard.press('ControlOrMeta+End');
    await pasteInto(page, record, ' 2. Nf3');
    assert.equal(await field.inputValue(), '1. e4 e5 2. Nf3');
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    await page.getByText('3 / 3').waitFor();
    await paste(page, `${site.url}/krk?board=5&men=Kb2+Rb1+kd5`);
    await page.getByRole('heading', { name: 'King and rook' }).waitFor();
    await page.waitForURL(/krk\?board=5&men=Kb2\+Rb1\+kd5$/);
  }));

  test('typed into the record and sent, a position and a proof are what they are when pasted', () => visit(site.browser, `${site.url}/judge`, async (page) => {
    await page.getByLabel('Game record in PGN').fill(DEAD);
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    await page.getByText('Dead position: neither side can mate.').waitFor();
  }));

  test('whose flag fell is chosen for the game that is shown', () => visit(site.browser, `${site.url}/judge`, async (page) => {
    await page.getByRole('button', { name: 'Try three games' }).click();
    await page.getByText('Emil – Fanny').first().click();
    await page.waitForURL(/game=3/);
    await page.getByLabel('Whose flag fell').selectOption('white');
    await page.waitForURL(/flag=white&game=3/);
    await page.locator('.answer .players').getByText('Emil – Fanny').waitFor();
  }));
}
