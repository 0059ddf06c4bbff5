// Tests of the package in bundlers, plain pages, workers and Node: cargo xtask js bundlers. The
// bundlers come from npm; the pages run in Chromium.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const archive = process.env.WARDROBE_PACKAGE;
const demo = join(process.env.WARDROBE_ROOT, "data/demo/built");
const here = fileURLToPath(new URL(".", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "wardrobe-bundlers-"));
/** The longest time for a page or a server, in milliseconds: enough for a machine under load. */
const LIMIT = 180_000;

/** How a program names the WebAssembly module. */
const BESIDE = "export const source = undefined;\n";
const URL_OF = 'export { default as source } from "scumm-wardrobe/wasm?url";\n';
const IMPORTED = 'export { default as source } from "scumm-wardrobe/wasm";\n';

/** The picture that every program must show. */
let wanted;

before(async () => {
  const folder = project("node", [], BESIDE);
  wanted = execFileSync(process.execPath, [join(folder, "program.mjs")], {
    encoding: "utf8",
    env: { ...process.env, DEMO: demo },
  }).trim();
  assert.match(wanted, /^320,200,\d+,/);
});

after(() => rmSync(work, { recursive: true, force: true }));

/** Makes a folder with the program, the package and the given packages of npm. */
function project(name, packages, source) {
  const folder = join(work, name);
  mkdirSync(folder);
  for (const file of ["app.mjs", "page.mjs", "program.mjs", "worker.mjs"])
    cpSync(join(here, file), join(folder, file));
  writeFileSync(join(folder, "source.mjs"), source);
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}\n');
  const page = '<!doctype html><script type="module" src="./page.mjs"></script>\n';
  writeFileSync(join(folder, "index.html"), page);
  const install = ["install", "--silent", "--no-audit", "--no-fund", archive, ...packages];
  execFileSync("npm", install, { cwd: folder, stdio: "inherit" });
  return folder;
}

/** Runs a program of an installed package. */
function run(folder, ...args) {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

/** Replaces how the program names the module. */
function rename(folder, source) {
  writeFileSync(join(folder, "source.mjs"), source);
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Starts a server and returns its address. */
async function listening(answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}` };
}

/** Serves the files of a folder while `act` runs. */
async function served(folder, act) {
  const { server, address } = await listening((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    const name = path === "/" ? "/index.html" : path;
    try {
      const bytes = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain" });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  try {
    return await act(address);
  } finally {
    server.close();
  }
}

/** Opens a page in Chromium and returns the text that it reports. */
async function reported(url) {
  let report;
  const text = new Promise((resolve) => (report = resolve));
  const { server, address } = await listening((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    if (request.method === "POST") {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        report(Buffer.concat(parts).toString());
        response.end();
      });
      return;
    }
    response.end(readFileSync(join(demo, request.url.slice(1).replace(/\W(?!\d)/g, ""))));
  });
  const profile = mkdtempSync(join(work, "profile-"));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
  const browser = spawn("chromium", [...options, `${url}?report=${address}`], { stdio: "ignore" });
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${url}: no report`)), LIMIT);
  });
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  try {
    return await Promise.race([text, late]);
  } finally {
    clearTimeout(timer);
    browser.kill();
    await ended;
    server.close();
  }
}

/** Runs a server of a bundler while `act` runs with its address. */
async function developed(folder, args, act) {
  const server = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const address = new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text.toString().replace(/\x1b\[[0-9;]*m/g, "");
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    ended.then(() => reject(new Error(`the server ended: ${said}`)));
  });
  try {
    return await act(await address);
  } finally {
    server.kill();
    await ended;
  }
}

for (const version of [5, 6, 7, 8]) {
  test(`Vite ${version} builds and serves a page`, async () => {
    const folder = project(`vite${version}`, [`vite@${version}`], BESIDE);
    const vite = "node_modules/vite/bin/vite.js";
    for (const [source, name] of [[BESIDE, "beside"], [URL_OF, "url"]]) {
      rename(folder, source);
      run(folder, vite, "build", "--outDir", name);
      const built = (address) => reported(address);
      assert.equal(await served(join(folder, name), built), wanted, `build, ${name}`);
    }
    const start = [vite, "--host", "127.0.0.1", "--port", "0"];
    assert.equal(await developed(folder, start, reported), wanted, "serve, url");
    const excluded = 'export default { optimizeDeps: { exclude: ["scumm-wardrobe"] } };\n';
    writeFileSync(join(folder, "vite.config.mjs"), excluded);
    rename(folder, BESIDE);
    assert.equal(await developed(folder, start, reported), wanted, "serve, beside");
  });
}

test("webpack 5 builds a page", async () => {
  const folder = project("webpack", ["webpack@5", "webpack-cli@6"], BESIDE);
  const rule = '{ test: /\\.wasm$/, type: "asset/resource" }';
  const config = `export default { mode: "production", entry: "./page.mjs", module: { rules: [${rule}] } };\n`;
  for (const [source, settings, name] of [
    [BESIDE, 'export default { mode: "production", entry: "./page.mjs" };\n', "beside"],
    [IMPORTED, config, "imported"],
  ]) {
    rename(folder, source);
    writeFileSync(join(folder, "webpack.config.mjs"), settings);
    run(folder, "node_modules/webpack-cli/bin/cli.js", "--output-path", join(folder, name));
    writeFileSync(join(folder, name, "index.html"), '<!doctype html><script src="main.js"></script>\n');
    assert.equal(await served(join(folder, name), reported), wanted, name);
  }
});

test("esbuild builds a page and programs for Node", async () => {
  const folder = project("esbuild", ["esbuild"], IMPORTED);
  const build = (name, entry, ...options) =>
    execFileSync("node_modules/.bin/esbuild", [entry, "--bundle", `--outdir=${name}`, ...options], {
      cwd: folder,
      stdio: "pipe",
    });
  const page = (name) =>
    writeFileSync(join(folder, name, "index.html"), '<!doctype html><script src="page.js"></script>\n');
  build("file", "page.mjs", "--loader:.wasm=file");
  page("file");
  assert.equal(await served(join(folder, "file"), reported), wanted, "file");
  build("binary", "page.mjs", "--loader:.wasm=binary");
  page("binary");
  assert.equal(await served(join(folder, "binary"), reported), wanted, "binary");
  // The module is not beside the bundled code.
  rename(folder, BESIDE);
  build("beside", "page.mjs", "--format=esm");
  writeFileSync(join(folder, "beside/index.html"), '<!doctype html><script type="module" src="page.js"></script>\n');
  const failure = await served(join(folder, "beside"), reported);
  assert.match(failure, /^WardrobeError: .*wardrobe_js_bg\.wasm: the server answered 404$/);
  // Programs for Node.
  const started = (path) =>
    execFileSync(process.execPath, [path], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, DEMO: demo },
      stdio: "pipe",
    });
  const node = ["--platform=node", "--target=node18", "--format=esm", "--out-extension:.js=.mjs"];
  rename(folder, IMPORTED);
  build("node", "program.mjs", "--loader:.wasm=binary", ...node);
  assert.equal(started("node/program.mjs").trim(), wanted);
  rename(folder, BESIDE);
  build("alone", "program.mjs", ...node);
  assert.throws(() => started("alone/program.mjs"), /WardrobeError: .*call `await init\(urlOrBytes\)` first/);
  cpSync(
    join(folder, "node_modules/scumm-wardrobe/wardrobe_js_bg.wasm"),
    join(folder, "alone/wardrobe_js_bg.wasm"),
  );
  assert.equal(started("alone/program.mjs").trim(), wanted);
});

test("a plain page and a module worker use the package without a bundler", async () => {
  const folder = project("plain", [], BESIDE);
  const map = JSON.stringify({ imports: { "scumm-wardrobe": "./node_modules/scumm-wardrobe/browser.js" } });
  const page = `<!doctype html><script type="importmap">${map}</script><script type="module" src="page.mjs"></script>\n`;
  writeFileSync(join(folder, "index.html"), page);
  assert.equal(await served(folder, reported), wanted, "page");
  // Workers have no import map.
  const text = readFileSync(join(folder, "app.mjs"), "utf8");
  const direct = text.replace('"scumm-wardrobe"', '"./node_modules/scumm-wardrobe/browser.js"');
  writeFileSync(join(folder, "app.mjs"), direct);
  const script = `const address = new URLSearchParams(location.search).get("report");
    const worker = new Worker("worker.mjs", { type: "module" });
    worker.onmessage = ({ data }) => fetch(address, { method: "POST", body: data });
    worker.postMessage(address);`;
  writeFileSync(join(folder, "index.html"), `<!doctype html><script>${script}</script>\n`);
  assert.equal(await served(folder, reported), wanted, "worker");
});

test("the page of the document plays 10,000 frames in constant memory", async () => {
  const folder = join(work, "node");
  const document = readFileSync(join(process.env.WARDROBE_ROOT, "docs/javascript.md"), "utf8");
  const page = document.split("```html\n")[1].split("```")[0];
  // Chooses the files of the demo, and plays all frames at once.
  const script = `<script>
    const address = new URLSearchParams(location.search).get("report");
    const report = (text) => fetch(address, { method: "POST", body: text });
    addEventListener("unhandledrejection", ({ reason }) => report(String(reason)));
    let memory;
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...source) => {
      const instance = await instantiate(...source);
      memory = instance.exports.memory;
      return instance;
    };
    window.setInterval = (act) => {
      for (let i = 0; i < 12; i++) act();
      const before = memory.buffer.byteLength;
      for (let i = 12; i < 10000; i++) act();
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set(new Uint32Array(data.buffer)).size;
      report([canvas.width, canvas.height, colours > 3, memory.buffer.byteLength - before].join());
    };
    async function choose() {
      if (!input.onchange) return setTimeout(choose, 20);
      const chosen = new DataTransfer();
      for (const name of ["wardrobe.000", "wardrobe.001"])
        chosen.items.add(new File([await (await fetch(address + "/" + name)).arrayBuffer()], name));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change"));
    }
    addEventListener("load", choose);
  </script>`;
  const text = page.replace("./scumm-wardrobe/", "./node_modules/scumm-wardrobe/");
  assert.notEqual(text, page);
  writeFileSync(join(folder, "index.html"), `<!doctype html>${script}${text}`);
  const [width, height, hasColours, grown] = (await served(folder, reported)).split(",");
  assert.deepEqual([width, height, hasColours], ["320", "200", "true"]);
  assert.ok(Number(grown) <= 1 << 20, grown);
});

test("the parts of the package can be imported by name", async () => {
  const folder = join(work, "node");
  const program = `
    import assert from "node:assert/strict";
    import { readFileSync } from "node:fs";
    import { createRequire } from "node:module";
    import { fileURLToPath } from "node:url";
    import { Random, init } from "scumm-wardrobe/browser";
    assert.throws(() => new Random(1), { code: "misuse", message: /call \`await init\\(\\)\` first/ });
    const require = createRequire(import.meta.url);
    assert.equal(require("scumm-wardrobe/package.json").name, "scumm-wardrobe");
    const module = readFileSync(fileURLToPath(import.meta.resolve("scumm-wardrobe/wasm")));
    await assert.rejects(init(module.subarray(0, 9)), { code: "malformed" });
    await assert.rejects(init(5), { code: "misuse" });
    await assert.rejects(init("http://127.0.0.1:1/x.wasm"), { code: "io" });
    await Promise.all([init(module), init(module)]);
    await init("nowhere");
    assert.equal(new Random(1).random(3, 3), 3);
    const node = await import("scumm-wardrobe/node");
    assert.equal(typeof node.openFolder, "function");
    console.log("done");
  `;
  const path = join(folder, "names.mjs");
  writeFileSync(path, program);
  assert.equal(run(folder, path).trim(), "done");
});

test("Node loads a module that the program passes", () => {
  const folder = join(work, "node");
  const wasm = join(folder, "node_modules/scumm-wardrobe/wardrobe_js_bg.wasm");
  const sources = {
    path: JSON.stringify(wasm),
    url: `new URL(${JSON.stringify(pathToFileURL(wasm).href)})`,
    text: JSON.stringify(pathToFileURL(wasm).href),
    module: `new WebAssembly.Module(readFileSync(${JSON.stringify(wasm)}))`,
    promise: `Promise.resolve(readFileSync(${JSON.stringify(wasm)}))`,
  };
  for (const [name, source] of Object.entries(sources)) {
    const path = join(folder, "passes.mjs");
    const text = `import { readFileSync } from "node:fs";
      import { Random, init } from "scumm-wardrobe";
      await init(${source});
      console.log(new Random(1).random(3, 3));`;
    writeFileSync(path, text);
    assert.equal(run(folder, path).trim(), "3", name);
  }
});
