// The frame: which question is asked (in the address, after #), the colours, the keys.
import { getIfServed } from './api.js';
import { fill, h } from './dom.js';
import { icon } from './icons.js';

/**
 * A tab.
 * @typedef {object} Tab
 * @property {HTMLElement} element
 * @property {(params: Record<string, string>) => void} show the address asks for this
 * @property {() => void} [hide] another tab comes to the front
 * @property {(event: KeyboardEvent) => boolean} [key] a key that no field wanted; true if it meant something
 */

const TABS = [
  { id: 'winnable', name: 'Can they still win?', load: () => import('./tabs/winnable.js') },
  { id: 'judge', name: 'Judge a game', load: () => import('./tabs/judge.js') },
  { id: 'longest', name: 'The longest game', load: () => import('./tabs/longest.js') },
  { id: 'legal', name: 'Could it arise?', load: () => import('./tabs/legal.js') },
  { id: 'krk', name: 'King and rook', load: () => import('./tabs/krk.js') },
  { id: 'losing', name: 'Losing chess', load: () => import('./tabs/losing.js'), served: losingServed },
];

/** Losing chess is shown only where there is something to show. */
async function losingServed() {
  const { tables, trees, campaign } = await getIfServed('/served').catch(() => null) ?? {};
  return Boolean(tables?.length || trees?.length || campaign);
}

const page = document.getElementById('page');
const links = new Map();
/** @type {Map<string, Tab>} */
const made = new Map();
/** @type {Tab | undefined} */
let front;

const context = {
  /** Goes to another address; `replace` leaves no trace in the history. */
  go(tab, params = {}, replace = false) {
    const address = hash(tab, params);
    if (address === location.hash) return;
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    if (!replace) show();
  },
  /** The address of a question, for links. */
  hash,
};

// In links underscores stand for spaces, so that a FEN stays readable; an underscore itself is escaped.
const encode = (text) => encodeURIComponent(text).replace(/_/g, '%5F').replace(/%2F/g, '/').replace(/%20/g, '_');
const decode = (text) => decodeURIComponent(text.replace(/_/g, ' '));

function hash(tab, params = {}) {
  const parts = Object.entries(params).filter(([, value]) => value).map(([key, value]) => `${key}=${encode(String(value))}`);
  return `#/${tab}${parts.length ? `?${parts.join('&')}` : ''}`;
}

function address() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  /** @type {Record<string, string>} */
  const params = {};
  for (const part of query.split('&')) {
    const [key, ...value] = part.split('=');
    if (!key) continue;
    try {
      params[key] = decode(value.join('='));
    } catch { /* a damaged link: leave this part out */ }
  }
  return { id: path, params };
}

async function show() {
  const { id, params } = address();
  const tab = TABS.find((t) => t.id === id) ?? TABS[0];
  for (const [name, link] of links) link.toggleAttribute('aria-current', name === tab.id);
  links.get(tab.id).setAttribute('aria-current', 'page');
  inSight(links.get(tab.id));
  if (!made.has(tab.id)) {
    const module = await tab.load();
    if (!made.has(tab.id)) made.set(tab.id, module.create(context));
  }
  if (address().id !== id) return;
  const next = made.get(tab.id);
  if (front !== next) {
    front?.hide?.();
    front = next;
    fill(page, next.element);
    document.title = `${tab.name} · Zermelo`;
  }
  next.show(params);
  if (!performance.getEntriesByName('interactive').length) performance.mark('interactive');
}

const bar = document.getElementById('tabs');
/** On a small screen the bar is longer than it is wide. (scrollIntoView would also move the place where Tab goes on.) */
const inSight = (link) => { bar.scrollLeft = link.offsetLeft - bar.offsetLeft - bar.clientWidth / 3; };
for (const tab of TABS) {
  const link = h('a', { href: `#/${tab.id}`, hidden: Boolean(tab.served) }, tab.name);
  links.set(tab.id, link);
  bar.append(link);
  tab.served?.().then((found) => { if (!found) return; link.hidden = false; if (link.hasAttribute('aria-current')) inSight(link); });
}

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

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest('input, textarea, select, [contenteditable]')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  if (front?.key?.(event)) event.preventDefault();
});

window.addEventListener('popstate', show);
show();
