import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, square, textOf, visit } from '../browser.js';

export default function losing(site) {
  const url = () => `${site.url}/#/losing`;

  test('a proof tree is browsed down and up', () => visit(site.browser, url(), async (page) => {
    // What all proofs begin with; then one chooses between them by their openings.
    await page.getByText('2 proofs: White wins.').waitFor();
    assert.match(await textOf(page, '.trail'), /start ?›? ?1\. e3$/);
    await page.getByRole('link', { name: '1. e3 Na6' }).click();
    await page.getByRole('link', { name: 'Bxa6', exact: true }).click();
    await page.getByRole('link', { name: 'bxa6', exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await countOf(page, '.trail a', 5);
    await page.waitForURL(/moves=e2e3[_+]b8a6[_+]f1a6[_+]b7a6$/);
    await page.keyboard.press('ArrowLeft');
    await countOf(page, '.trail a', 4);
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.keyboard.press('End');
    const [ply, last] = (await textOf(page, '.place')).split(' / ');
    assert.equal(ply, last);
    // No step of the line leads outside, not even the moves before the proof begins.
    for (const link of (await page.locator('.trail a').all()).reverse()) {
      await link.click();
      await page.getByText(/White wins\./).waitFor();
      assert.equal(await page.getByText('Outside the proof.').count(), 0);
    }
  }));

  test('moves of a proof are played on the board, and taken back', () => visit(site.browser, `${url()}?tree=na6`, async (page) => {
    await page.getByRole('link', { name: 'Bxa6', exact: true }).waitFor();
    const click = async (name) => page.mouse.click(...await square(page, name));
    for (const [n, from, to] of /** @type {const} */ ([[4, 'f1', 'a6'], [5, 'b7', 'a6']])) {
      await click(from);
      await countOf(page, 'square.move-dest', 1);
      await click(to);
      await countOf(page, '.trail a', n);
      await page.locator('.answer:not([aria-busy=true]) .verdict').waitFor();
    }
    await page.waitForURL(/moves=e2e3[_+]b8a6[_+]f1a6[_+]b7a6$/);
    await page.goBack();
    await page.getByRole('link', { name: 'bxa6', exact: true }).waitFor();
    await countOf(page, '.trail a', 4);
  }));

  test('a link outside every proof says so, and leads back', () => visit(site.browser, `${url()}?moves=e2e4_e7e5`, async (page) => {
    await page.getByText('Outside the proof.').waitFor();
    await page.getByRole('link', { name: 'Back into the proof' }).click();
    await page.getByText('2 proofs: White wins.').waitFor();
  }));

  test('beside what cannot be had stands the board of the address, or none', () => visit(site.browser, `${url()}?moves=e2e3_b8a6`, async (page) => {
    const words = page.locator('.boarded .quiet').first();
    await page.getByRole('link', { name: 'Bxa6', exact: true }).waitFor();
    await page.route(/\/losing\/tree\?/, (route) => route.abort());
    await page.getByRole('link', { name: 'Bxa6', exact: true }).click();
    await page.getByText('The server does not answer.').waitFor();
    assert.match(await words.textContent(), /bishops c1 a6, .*Black: .* knight g8, .* Black to move/);
    await page.unroute(/\/losing\/tree\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'bxa6', exact: true }).waitFor();
    await page.goto(`${url()}?moves=e2e4_x9y9`);
    await page.getByText('Outside the proof.').waitFor();
    await countOf(page, '.boarded', 0);
    await page.getByRole('link', { name: 'Back into the proof' }).click();
    await countOf(page, '.boarded', 1);
  }, { allow: /net::ERR_FAILED/ }));

  test('a campaign is watched and steered', () => visit(site.browser, url(), async (page) => {
    await page.getByText('Largest open parts').waitFor();
    await page.getByText('Open: does White win after 1. e3 c6?').waitFor();
    // Lines are written as players do, with numbers; what is sent has no need of them.
    const part = page.locator('.tree td button').last();
    assert.match(await part.innerText(), /^\d+\.+ ?[a-hKQRBN]|^the root$/);
    await part.click();
    assert.match(await page.getByLabel('Line, from the start').inputValue(), /^([a-h][1-8]){2}|^$/);
    await page.getByLabel('Line, from the start').fill('e3 c6 Ba6 bxa6');
    await page.getByRole('button', { name: 'Search here next' }).click();
    await page.getByText('The order is given').waitFor();
    await page.getByLabel('Move to force').fill('b4');
    const forced = page.waitForResponse((response) => response.url().endsWith('/force'));
    await page.getByRole('button', { name: 'Force this move' }).click();
    assert.ok((await forced).ok(), await (await forced).text());
  }));

  test('what the server does not serve is left out', () => visit(site.browser, site.bare.url, async (page) => {
    await page.getByText('Positions worth a look').waitFor();
    await page.waitForLoadState('networkidle');
    for (const name of ['Losing chess', 'Endgame tables']) assert.equal(await page.getByRole('link', { name }).count(), 0);
    // A link from elsewhere is told so.
    for (const [tab, says] of [['tables', 'There are no tables here'], ['losing', 'There are no proof trees here']]) {
      await page.goto(`${site.bare.url}/#/${tab}`);
      await page.getByText(says).waitFor();
      await page.goto(`${site.bare.url}/#/${tab}?fen=8/8/8/8/8/8/8/8_w_-_-&moves=e2e3`);
      await page.getByText(says).waitFor();
    }
  }, { allow: /status of 404/ }));

  test('after a lost network trees and campaign are asked for again', () => visit(site.browser, 'about:blank', async (page) => {
    await page.route(/\/losing\/(trees|campaign)$/, (route) => route.abort());
    await page.goto(url());
    await page.getByRole('button', { name: 'Try again' }).nth(1).waitFor();
    assert.equal(await page.getByText('There are no proof trees here').count(), 0);
    await page.unroute(/\/losing\/(trees|campaign)$/);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('2 proofs: White wins.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Largest open parts').waitFor();
  }, { allow: /net::ERR_FAILED/, anywhere: true }));
}
