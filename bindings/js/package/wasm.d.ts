/** The WebAssembly module as the bundler imports it: a URL, bytes or a `WebAssembly.Module`. */
declare const source: string | object;
export default source;
