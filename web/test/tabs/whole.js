// What must hold for all of the page: weight, speed, calm, access; and a picture of each tab to look at.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { DESK, PHONE, countOf, visit } from '../browser.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = new URL('../../screenshots/', import.meta.url).pathname;

// Each tab, what to do there, and what tells that it is done.
export const TABS = {
  winnable: async (page) => { await page.getByRole('button', { name: 'See why' }).click(); },
  judge: async (page) => { await page.getByRole('button', { name: 'Try three games' }).click(); await page.getByText('2 results contradicted').waitFor(); },
  'longest?ply=4321': async (page) => { await page.getByText('4,321 of 17,697').waitFor(); },
  legal: async (page) => { await page.getByText('One last move').first().waitFor(); },
  'check?of=/certificate/winnable%3Ffen=5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8%2Bw%2B-%2B-%26for=black': async (page) => { await page.getByText('Accepted: the claim is proved.').waitFor(); },
  'krk?board=8&men=Kb2_Rh1_kf6': async (page) => {
    for (const n of [1, 2, 3]) { await countOf(page, '.duel li', n); await page.locator('.target').first().click(); }
    await countOf(page, '.duel li', 4);
  },
  'krk?board=8&men=Kc3_Re4_kf6&side=white': async (page) => { await page.getByRole('button', { name: 'What do the rules say?' }).click(); await page.locator('.own').last().click(); await countOf(page, '.target', 14); },
  tables: async (page) => { await page.getByText('White wins: mate in 15 moves (29 plies).').waitFor(); },
  'losing?moves=e2e3_b8a6_f1a6_b7a6_d1e2': async (page) => { await page.getByText('Largest open parts').waitFor(); await page.getByText('White wins.').waitFor(); },
};
export const nameOf = (tab) => tab.split('?')[0] + (tab.includes('side=white') ? ' (White)' : '');

export default function whole(site) {
  test('the page is light, quick and calm', async (t) => {
    let best = Infinity, weight = 0, shift = Infinity;
    for (let i = 0; i < 3; i++) {
      await visit(site.browser, 'about:blank', async (page) => {
        const client = await page.context().newCDPSession(page);
        await client.send('Network.enable');
        let bytes = 0;
        // The engines are weighed without a server (engine.test.js).
        const engines = new Set();
        client.on('Network.responseReceived', ({ requestId, response }) => { if (response.url.endsWith('.wasm')) engines.add(requestId); });
        client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => { if (!engines.has(requestId)) bytes += encodedDataLength; });
        await page.addInitScript(() => {
          const w = /** @type {any} */ (window);
          w.shift = 0;
          new PerformanceObserver((list) => { for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput) w.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(site.url);
        await page.getByText('Only White can still win.').waitFor();
        await page.waitForLoadState('networkidle');
        best = Math.min(best, await page.evaluate(() => performance.getEntriesByName('interactive')[0].startTime));
        // A font that comes late is the machine's doing.
        shift = Math.min(shift, await page.evaluate(() => /** @type {any} */ (window).shift));
        weight = Math.max(weight, bytes);
      }, { anywhere: true });
    }
    t.diagnostic(`page weight ${Math.ceil(weight / 1000)} kB transferred, interactive after ${Math.ceil(best)} ms, layout shift ${shift.toFixed(3)}`);
    assert.ok(weight < 300_000, `${weight} bytes`);
    // Times are measured for docs/numbers.md; machines are shared, so no test depends on them.
    assert.ok(Number.isFinite(best));
    assert.ok(shift < 0.02, `layout shift ${shift}`);
  });

  for (const [tab, act] of Object.entries(TABS)) {
    for (const [kind, options] of Object.entries({ desk: DESK, phone: PHONE })) {
      test(`${nameOf(tab)} is open to everybody on a ${kind}, by day and by night`, () => visit(site.browser, `${site.url}/#/${tab}`, async (page) => {
        mkdirSync(pictures, { recursive: true });
        await act(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= options.viewport.width, `${tab} is ${width} wide on a ${kind}`);
        await page.evaluate(axe);
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
          await page.emulateMedia({ colorScheme });
          const { violations, passes } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document));
          assert.ok(passes.length > 15, 'axe has looked');
          const serious = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
          assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`), []);
          await page.evaluate(() => scrollTo(0, 0));
          await page.screenshot({ path: `${pictures}${nameOf(tab)}-${kind}-${colorScheme}.png`, fullPage: true });
        }
      }, options));
    }
  }

  test('the colours can be switched, and are remembered', () => visit(site.browser, site.url, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await paper();
    await page.getByRole('button', { name: 'Dark colours' }).click();
    const after = await paper();
    assert.notEqual(before, after);
    await page.reload();
    assert.equal(await paper(), after);
  }));

  test('the tabs are reached by keyboard', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    for (const name of ['To the answer', 'Zermelo', 'Dark colours', 'Can they still win?', 'Judge a game']) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
      assert.equal(focused, name);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Judge a game' }).waitFor();
  }));

  test('a tab that cannot be loaded is asked for again', () => visit(site.browser, site.url, async (page) => {
    await page.getByText('Only White can still win.').waitFor();
    await page.route(/\/tabs\/krk\.js/, (route) => route.abort());
    await page.getByRole('link', { name: 'King and rook' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(/\/tabs\/krk\.js/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await countOf(page, '.duel li', 1);
  }, { allow: /net::ERR_FAILED/ }));

  test('what the page names can be read', () => visit(site.browser, `${site.url}/#/krk`, async (page) => {
    await countOf(page, '.duel li', 1);
    const found = await page.locator('footer a').evaluateAll((links) => Promise.all(links.map(async ({ href }) => [href, (await fetch(href)).status])));
    assert.ok(found.length > 4);
    for (const [href, status] of found) assert.equal(status, 200, String(href));
    await page.getByRole('link', { name: 'More about this question' }).click();
    await page.waitForURL(/docs\/guide\/strategy\.txt$/);
  }));
}
