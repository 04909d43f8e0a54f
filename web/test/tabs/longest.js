import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { textOf, visit } from '../browser.js';

export default function longest(site) {
  test('the longest game is there to its last ply', () => visit(site.browser, `${site.url}/#/longest`, async (page) => {
    await page.getByText('0 of 17,697').waitFor();
    assert.match(await textOf(page, '.facts'), /Critical moves 0 of 117/);
    assert.equal(await page.locator('.saw.whole rect').count(), 117);
    await page.keyboard.press('End');
    assert.match(await textOf(page, '.facts'), /Ply 17,697 of 17,697 .* mate ends the game/);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Next critical move' }).click();
    assert.match(await textOf(page, '.facts'), /Clock 0 of 150 Critical moves 1 of 117/);
    await page.waitForFunction(() => location.href.includes('ply=150'));
  }));

  test('the curve and the scrubber lead anywhere, and it plays', () => visit(site.browser, `${site.url}/#/longest?ply=4321`, async (page) => {
    await page.getByText('4,321 of 17,697').waitFor();
    await page.locator('.saw.whole').click();
    const middle = Number((await textOf(page, '.place')).split(' ')[0].replace(',', ''));
    assert.ok(Math.abs(middle - 8848) < 30, `ply ${middle}`);
    await page.getByLabel('Speed').selectOption('1000');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction((from) => Number(document.querySelector('.place').textContent.split(' ')[0].replace(',', '')) > from + 300, middle);
    // It may have ended by now; slowly and from the start it lasts for hours.
    await page.keyboard.press('Home');
    await page.getByLabel('Speed').selectOption('2');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play' }).waitFor();
  }));

  test('the game is a file that the arbiter accepts; its moves are listed; its finders are named', () => visit(site.browser, `${site.url}/#/longest?ply=4321`, async (page) => {
    await page.getByText('4,321 of 17,697').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PGN of the game' }).click()]);
    const pgn = readFileSync(await download.path(), 'utf8');
    assert.ok(pgn.split('\n').every((line) => line.length < 80));
    const ruled = await (await fetch(`${site.url}/judge`, { method: 'POST', body: pgn })).json();
    assert.equal(`${ruled.ending} ${ruled.result} ${ruled.plies ?? ruled.ply}`, 'checkmate 1-0 17697');
    const current = page.locator('.pairs [aria-current]');
    await page.keyboard.press('ArrowRight');
    await page.getByText('4,322 of 17,697').waitFor();
    const next = await current.innerText();
    assert.match(await textOf(page, '.facts'), new RegExp(`2,161\\.\\.\\. ${next.replace(/[+]/g, '.')}`));
    await page.locator('.pairs button').first().click();
    await page.getByText('4,322 of 17,697').waitFor({ state: 'detached' });
    await page.getByText('SIGBOVIK 2020').waitFor();
  }));

  test('what the server made, this browser makes and audits, too', { skip: !existsSync(new URL('../../dist/engine/zermelo-more.wasm', import.meta.url)) && 'the engines were not built' }, () => visit(site.browser, `${site.url}/#/longest`, async (page) => {
    await page.getByText('checked by this browser’s kernel').waitFor();
    // A link to a ply shows the same position wherever it is followed.
    const [ours, theirs] = await page.evaluate(async () => {
      const { engine } = await import(/** @type {any} */ ('/engine/engine.js'));
      return [(await engine.get('/longest')).moves_uci, (await (await fetch('/longest')).json()).moves_uci];
    });
    assert.equal(ours, theirs);
  }));
}
