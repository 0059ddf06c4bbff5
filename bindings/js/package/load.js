// Loads the WebAssembly module, once.
import instantiate, { initSync } from "./wardrobe_js.js";
import { setMemory, wrong } from "./arguments.js";
import { WardrobeError } from "./error.js";

let isReady = false;
/** The promise of a load that is running. */
let running;
/** Node: reads and compiles the module at once. */
let compileNow;

/** Sets the function that compiles the module at the first use, without `init`. */
export function compileAtFirstUse(compile) {
  compileNow = compile;
}

/** Checks that the library can be used. */
export function ensureReady() {
  if (isReady) return;
  if (!compileNow)
    throw new WardrobeError("the library is not ready: call `await init()` first", "misuse");
  finish(initSync({ module: compileNow() }));
}

function finish({ memory }) {
  setMemory(memory);
  isReady = true;
}

/** Loads the module that `find` returns. A second call waits for the first one. */
export function load(find) {
  if (isReady) return Promise.resolve();
  running ??= loadFound(find).finally(() => {
    running = undefined;
  });
  return running;
}

async function loadFound(find) {
  const module = await compiled(await find());
  // In Node, a synchronous call may have loaded the library meanwhile.
  if (isReady) return;
  finish(
    compileNow ? initSync({ module }) : await instantiate({ module_or_path: module }),
  );
}

/** Returns the module of a source: see `ModuleSource` in the types. */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return compiledBytes(source, "the bytes");
  if (typeof source === "string" || source instanceof URL) return compiledFetched(source);
  if (typeof source?.arrayBuffer === "function") return compiledResponse(source, source.url);
  throw wrong("init: source", source, "a URL, a response, bytes or a WebAssembly.Module");
}

async function compiledFetched(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw new WardrobeError(`${url}: ${error.message}`, "io");
  }
  return compiledResponse(response, url);
}

async function compiledResponse(response, url) {
  if (response.ok === false)
    throw new WardrobeError(`${url}: the server answered ${response.status}`, "io");
  // The browser compiles the module while it arrives, if the server names its type.
  if (response.headers?.get("content-type") === "application/wasm")
    return orMalformed(WebAssembly.compileStreaming(response), url);
  return compiledBytes(await response.arrayBuffer(), url);
}

function compiledBytes(bytes, name) {
  return orMalformed(WebAssembly.compile(bytes), name);
}

async function orMalformed(module, name) {
  try {
    return await module;
  } catch (error) {
    throw new WardrobeError(`${name}: expected the WebAssembly module: ${error.message}`, "malformed");
  }
}
