// A few signs drawn as paths, so that they look the same everywhere (▶ is an emoji on some phones).
import { s } from './dom.js';

const PATHS = {
  first: 'M4 4v12M16 4 7 10l9 6z',
  back: 'M14 4 6 10l8 6z',
  play: 'M6 4l9 6-9 6z',
  pause: 'M6 4v12M14 4v12',
  next: 'M6 4l8 6-8 6z',
  last: 'M16 4v12M4 4l9 6-9 6z',
  flip: 'M6 16V4L3 7M6 4l3 3M14 4v12l3-3M14 16l-3-3',
  bin: 'M4 6h12M8 6V4h4v2M5.5 6l.8 10h7.4l.8-10M8.5 9v4.5M11.5 9v4.5',
  hand: 'M4 3l12 6.5-5.4 1.4L8.5 16z',
  check: 'M4 10.5l4 4L16 5.5',
  down: 'M10 3v10M5.5 9l4.5 4.5L14.5 9M4 17h12',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l1-1',
  light: 'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4',
  dark: 'M16 12A6.8 6.8 0 0 1 8 4a6.8 6.8 0 1 0 8 8z',
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  s('svg.icon', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: PATHS[name] }));
