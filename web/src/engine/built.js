// Whether the modules of WebAssembly are there: web/build says so where they are.
export const built = false;
