// For node: the modules are read from this package's folder.
import { readFile } from 'node:fs/promises';
import { questions, ZermeloError } from './questions.js';

const compile = async (name) => WebAssembly.compile(await readFile(new URL(`./dist/${name}.wasm`, import.meta.url)));
export { ZermeloError };
export const { winnable, judge, check, legal, retract, puzzle, strategy } = questions(compile);
