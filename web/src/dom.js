// Elements in one line each: `h('p.note', { id: 'x', onclick: f }, 'text', child)`. All the "framework" there is.

/**
 * @param {string} kind tag name, then classes after dots
 * @param {Record<string, any>} [props] attributes; functions become listeners, `null` and `false` are left out
 * @param {...any} children nodes, strings, or lists of them; empty ones are left out
 * @returns {any}
 */
export function h(kind, props = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  set(element, props);
  add(element, children);
  return element;
}

/** An SVG element, in the same way. @returns {any} */
export function s(kind, props = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  if (classes.length) element.setAttribute('class', classes.join(' '));
  set(element, props);
  add(element, children);
  return element;
}

function set(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (key === 'value' || key === 'checked' || key === 'disabled') element[key] = value;
    else if (key === 'style') element.style.cssText = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== '') element.append(child);
  }
}

/** Puts these children in the place of the old ones. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Numbers as people write them: 17,697. */
export const count = (n) => n.toLocaleString('en');

/** "1 move", "2 moves". */
export const plural = (n, one, many = one + 's') => `${count(n)} ${n === 1 ? one : many}`;
