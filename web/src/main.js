// The frame: which question is asked (in the address), the colours, the keys.
import { Fault, alone, getIfServed, leave } from './api.js';
import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { failure, pause } from './parts.js';
import { readPasted } from './pasted.js';

/**
 * A tab.
 * @typedef {object} Tab
 * @property {HTMLElement} element
 * @property {(params: Record<string, string>) => void} show the address asks for this
 * @property {() => void} [hide] another tab comes to the front
 * @property {(event: KeyboardEvent) => boolean} [key] a key that no field wanted; true if it meant something
 * @property {string[]} [takes] what it reads of what is pasted: 'fen', 'pgn', 'certificate'
 * @property {(pasted: import('./pasted.js').Pasted) => void} [paste] something that it takes was pasted, or what nobody can read
 * @property {(file: File) => void} [drop] a file that was dropped, if it is more than a text to paste
 */

const TABS = [
  { id: 'winnable', name: 'Can they still win?', load: () => import('./tabs/winnable.js') },
  { id: 'judge', name: 'Judge a game', load: () => import('./tabs/judge.js') },
  { id: 'longest', name: 'The longest game', load: () => import('./tabs/longest.js') },
  { id: 'legal', guide: 'legality', name: 'Could it arise?', load: () => import('./tabs/legal.js') },
  { id: 'check', name: 'Check a proof', load: () => import('./tabs/check.js') },
  { id: 'krk', guide: 'strategy', name: 'King and rook', load: () => import('./tabs/krk.js') },
  { id: 'tables', name: 'Endgame tables', load: () => import('./tabs/tables.js'), served: ({ tables }) => tables.length },
  { id: 'losing', name: 'Losing chess', load: () => import('./tabs/losing.js'), served: ({ trees, campaign }) => trees.length || campaign },
];

const page = document.getElementById('page');
const links = new Map();
/** @type {Map<string, Tab>} */
const made = new Map();
/** @type {Tab | undefined} */
let front;

const context = {
  /**
   * Goes to another address, and so shows what it says. Back comes back, but for `replace`, and for what
   * belongs to the same `stroke` as the step before: a FEN that is typed is one step, not sixty.
   */
  go(tab, params = {}, { replace = false, stroke = '' } = {}) {
    settle();
    const address = href(tab, params);
    if (address !== (paths ? location.pathname + location.search : location.hash)) {
      const same = replace || (stroke && history.state?.stroke === stroke);
      history[same ? 'replaceState' : 'pushState'](replace ? history.state : { stroke }, '', address);
    }
    return show();
  },
  /** A text is read as if it had been pasted. */
  paste: (text) => paste(readPasted(text)),
  /** The tab that the address names: it may still be on its way to the front. */
  tab: () => address().id,
  /** The address of a question, for links. */
  href,
  /** The address to give to others: the server's own where there is one, since services that show links read that. */
  share() {
    const { id, params } = address();
    return served && id ? new URL(href(id, params, true), location.origin).href : location.href;
  },
};
/** Whether a server of ours is behind this page. */
let served = false;

/** The tab whose address on our server this is: /winnable */
const tabAt = (path) => TABS.find((tab) => path === `/${tab.id}`);

/**
 * Where a server of ours is behind the page, what is shown is in its own address, /winnable?fen=…, which has a page for those who
 * only have the link; else after #, which any host of files understands.
 */
let paths = !leave && Boolean(tabAt(location.pathname));

// After # underscores stand for spaces, so that a FEN stays readable; to a server a plus does. Both are read as spaces in either.
const encode = (text, path) => encodeURIComponent(text).replace(/_/g, '%5F').replace(/'/g, '%27').replace(/%2F/g, '/').replace(/%20/g, path ? '+' : '_');

function href(tab, params = {}, path = paths) {
  const parts = Object.entries(params).filter(([, value]) => value).map(([key, value]) => `${key}=${encode(String(value), path)}`);
  return `${path ? '' : '#'}/${tab}${parts.length ? `?${parts.join('&')}` : ''}`;
}

/** What an address asks for: after # it does so in either case. */
function address({ hash, pathname, search } = /** @type {{ hash: string, pathname: string, search: string }} */ (location)) {
  const own = hash.startsWith('#/') ? undefined : tabAt(pathname);
  const [id, query = ''] = own ? [own.id, search.slice(1)] : hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  /** @type {Record<string, string>} */
  const params = {};
  for (const part of query.split('&')) {
    const [key, ...rest] = part.split('='), value = rest.join('=');
    if (!key) continue;
    try {
      params[key] = decodeURIComponent(value.replace(own ? /[_+]/g : /_/g, ' '));
    } catch {
      // Whoever reads it says what is wrong with it.
      params[key] = value;
    }
  }
  return { id, params };
}

/** The bar has the address that it should have, whatever link was followed. */
function settle() {
  if (!paths || !location.hash.startsWith('#/')) return;
  const { id, params } = address();
  if (TABS.some((tab) => tab.id === id)) history.replaceState(history.state, '', href(id, params));
}

async function show() {
  settle();
  const { id } = address();
  const tab = TABS.find((t) => t.id === (id || TABS[0].id));
  if (!tab) return nothing();
  for (const [name, link] of links) link.toggleAttribute('aria-current', name === tab.id);
  links.get(tab.id).setAttribute('aria-current', 'page');
  inSight(links.get(tab.id));
  // Who comes back to a tab finds it as it was.
  if (id) links.get(tab.id).setAttribute('href', href(id, address().params));
  if (!made.has(tab.id)) {
    const module = await tab.load().catch(() => null);
    if (module && !made.has(tab.id)) made.set(tab.id, module.create(context));
  }
  if (address().id !== id) return;
  if (!made.has(tab.id)) return missing(tab);
  const next = made.get(tab.id);
  if (front !== next) {
    front?.hide?.();
    front = next;
    fill(page, next.element);
    document.title = `${tab.name} · Zermelo`;
    document.getElementById('guide')?.setAttribute('href', `docs/guide/${tab.guide ?? tab.id}.txt`);
  }
  next.show(address().params);
  if (!performance.getEntriesByName('interactive').length) performance.mark('interactive');
}

/** A link that leads nowhere. */
function nothing() {
  front?.hide?.();
  front = undefined;
  for (const link of links.values()) link.removeAttribute('aria-current');
  document.title = 'Zermelo';
  fill(page, h('div.tab', {}, h('h1', {}, 'There is nothing here.'),
    h('p.lead', {}, 'The link is damaged, or it is from another time. Above are the questions that can be asked.')));
}

/** A tab's script did not come: it is asked for again, or the whole page, since some browsers remember what failed. */
function missing(tab) {
  front?.hide?.();
  front = undefined;
  document.title = `${tab.name} · Zermelo`;
  const place = h('section.answer', { 'aria-live': 'polite' });
  fill(page, h('div.tab', {}, h('h1', {}, tab.name), place));
  failure(place, new Fault(0, ''), '', async () => {
    await show();
    if (!front && navigator.onLine && await fetch('./').then(({ ok }) => ok, () => false)) location.reload();
  });
}

const bar = document.getElementById('tabs');
/** On a small screen the bar is longer than it is wide. (scrollIntoView would also move the place where Tab goes on.) */
const inSight = (link) => { bar.scrollLeft = link.offsetLeft - bar.offsetLeft - bar.clientWidth / 3; };
for (const tab of TABS) {
  const link = h('a', { href: href(tab.id), hidden: Boolean(tab.served) }, tab.name);
  links.set(tab.id, link);
  bar.append(link);
}
// Some tabs are shown only where there is something to show. While nobody says so, it is asked again.
async function look(wait = 1) {
  let found;
  try {
    found = await getIfServed('/served');
  } catch {
    await Promise.race([pause(1000 * wait), new Promise((go) => window.addEventListener('online', go, { once: true }))]);
    return look(Math.min(60, 2 * wait));
  }
  served = Boolean(found);
  if (served && !leave && !paths) {
    paths = true;
    settle();
    for (const link of links.values()) {
      const { id, params } = address(new URL(link.href));
      link.setAttribute('href', href(id, params));
    }
  }
  document.getElementById('api')?.toggleAttribute('hidden', !served);
  for (const tab of TABS) if (found && tab.served?.(found)) links.get(tab.id).hidden = false;
  inSight(bar.querySelector('[aria-current]') ?? bar.firstElementChild);
}
look();

// Dark or light: as the system has it, until somebody chooses.
const system = matchMedia('(prefers-color-scheme: dark)');
const theme = document.getElementById('theme');
const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
function drawTheme() {
  fill(theme, icon(isDark() ? 'light' : 'dark'));
  const label = isDark() ? 'Light colours' : 'Dark colours';
  theme.setAttribute('aria-label', label);
  theme.title = label;
}
theme.addEventListener('click', () => {
  const chosen = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = chosen;
  try {
    localStorage.setItem('theme', chosen);
  } catch { /* it holds for this visit */ }
  drawTheme();
});
system.addEventListener('change', drawTheme);
drawTheme();

document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  page.focus();
  page.scrollIntoView({ block: 'start' });
});

const inField = (target) => Boolean(/** @type {HTMLElement} */ (target).closest?.('input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'));
// What is pasted is read here and in one way, whatever has the focus: a field of ours (`data-reads`) gets only what is a part of
// something, and where it has a text already, what goes there; other fields keep what is pasted into them.
document.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text'), field = /** @type {any} */ (event.target);
  if (event.defaultPrevented || !text.trim()) return;
  const pasted = readPasted(text);
  if (inField(field)) {
    const { reads } = field.dataset, stays = field.selectionEnd - field.selectionStart < field.value.length;
    if (!reads || pasted.part || (reads === 'pgn' && 'pgn' in pasted && !pasted.link && stays)) return;
  }
  event.preventDefault();
  paste(pasted);
});

/** What is pasted goes to the tab in front, if it takes such a thing; else to the one that does. */
async function paste(pasted) {
  const { fen, chess960, flag, link } = pasted, kind = ['certificate', 'pgn', 'fen'].find((name) => name in pasted);
  if (!kind) {
    // A link to what is shown here needs no position.
    const own = link && ownLink(link);
    if (own) return context.go(own.id, own.params);
    return front?.paste?.(pasted);
  }
  if (front?.takes?.includes(kind)) return front.paste(pasted);
  if (kind === 'fen') return context.go('winnable', { fen, chess960: chess960 ? '1' : '', flag });
  const taker = { certificate: 'check', pgn: 'judge' }[kind];
  await context.go(taker);
  if (front && front === made.get(taker)) front.paste(pasted);
}

/** What a link to this very page asks for. */
function ownLink(link) {
  const to = URL.canParse(link) ? new URL(link) : null;
  if (to?.origin !== location.origin) return undefined;
  const found = address(to);
  return TABS.some(({ id }) => id === found.id) ? found : undefined;
}

// A file that is dropped anywhere is read as if it had been pasted; without this the browser would leave the page for it.
const holdsFiles = (event) => Boolean(event.dataTransfer?.types.includes('Files'));
document.addEventListener('dragover', (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  page.classList.add('dropping');
});
document.addEventListener('dragleave', () => page.classList.remove('dropping'));
document.addEventListener('drop', async (event) => {
  page.classList.remove('dropping');
  const file = holdsFiles(event) && event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  const isProof = /\.cert(\.\w+)?$/.test(file.name) || /^zermelo-certificate \d/.test(await file.slice(0, 64).text());
  if (!isProof && !front?.drop) return context.paste(await file.text());
  if (!front?.drop) await context.go('check');
  front?.drop?.(file);
});

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (inField(target) || target.closest('input')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  if (front?.key?.(event)) event.preventDefault();
});

// Links to tabs by their addresses on the server need no new page.
document.addEventListener('click', (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest?.('a');
  if (!link?.href || link.target || link.hasAttribute('download') || event.defaultPrevented) return;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const to = new URL(link.href);
  // The same address once more: what was edited since is put back.
  if (to.href === location.href && (paths || to.hash.startsWith('#/'))) {
    event.preventDefault();
    return void show();
  }
  if (!paths || to.origin !== location.origin || !tabAt(to.pathname)) return;
  event.preventDefault();
  history.pushState({}, '', to.href);
  show();
});
window.addEventListener('popstate', show);
show();

// Where no server is behind the page it needs no network either, once its files are kept; not before its first answer.
if ('serviceWorker' in navigator) {
  alone().then((is) => is && setTimeout(() => navigator.serviceWorker.register('service.js').catch(() => { /* then it needs the network */ }), 2000));
}
