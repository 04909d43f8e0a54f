// A real browser, and pages in it that may not complain and may not leave the machine.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const launch = () => chromium.launch({
  timeout: 120_000,
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

export const DESK = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/**
 * Opens the page, hands it to `act`, and checks afterwards that the browser had nothing to complain about:
 * no error in a script, nothing that the content security policy stopped, no request to another host.
 * `allow` names what may be said (a 400 is a complaint of the browser's, too).
 */
export async function visit(browser, url, act, { allow = /$^/, anywhere = false, ...options } = {}) {
  const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce', ...options });
  const complaints = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !allow.test(message.text())) complaints.push(`${message.text()} (${message.location().url})`); });
    page.on('request', (request) => { if (!anywhere && !request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:')) complaints.push(`a request to ${request.url()}`); });
    await fromSources(page);
    await page.goto(url);
    await act(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** With PAGE=web/dist the files come from there and not out of the binary, which then need not be built for every change. */
async function fromSources(page) {
  const { PAGE: folder } = process.env;
  if (!folder) return;
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(folder, pathname === '/' ? 'index.html' : pathname);
    return route.request().method() === 'GET' && /\.\w+$/.test(path) && existsSync(path) ? route.fulfill({ path }) : route.fallback();
  });
}

/** Waits until so many of them are to be seen: boards are drawn a moment later, and squares no longer needed are hidden. */
export const countOf = (page, selector, n) => page.waitForFunction(
  ([s, k]) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility({ visibilityProperty: true })).length === k, [selector, n]);

/** The text of an element, spaces in order. */
export const textOf = async (page, selector) => (await page.locator(selector).first().innerText()).replace(/\s+/g, ' ').trim();

/** Presses a button that copies, and gives what it has copied: that takes a while, and it says so for two seconds only. */
export async function copied(page, name) {
  const button = page.getByRole('button', { name });
  const said = await button.evaluateHandle((element) => ({
    told: new Promise((go) => { new MutationObserver(() => go(element.textContent)).observe(element, { subtree: true, childList: true, characterData: true }); }),
  }));
  await button.click();
  assert.equal(await said.evaluate(({ told }) => told), 'Copied');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Where a square of the large board is now: what comes in above it may move it. */
export async function square(page, name) {
  await page.locator('cg-board').first().scrollIntoViewIfNeeded();
  const board = await page.locator('cg-board').first().boundingBox();
  return /** @type {[number, number]} */ ([board.x + ((name.charCodeAt(0) - 96.5) * board.width) / 8, board.y + ((8.5 - Number(name[1])) * board.height) / 8]);
}
