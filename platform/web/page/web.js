// The script of the page that opens games in the browser: the demo, or a game whose files the user
// drops onto the page or chooses. The page shows the same contents as a page of `wardrobe gallery`.
// In addition, the page plays animations frame by frame, and the user can walk around in rooms. The
// page uploads nothing and makes no request.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const { element, pressed, bytesOf, state, caption, table, sliceTime, outlines, rectangles, isStill } = gallery;
  const { ChosenFiles, OpenedGame } = wasm_bindgen;
  const allLimbs = 0xffff;
  let game = null;
  // The number of games whose opening has begun.
  let openings = 0;
  let isFirstGame = true;
  // The lists of the shown game.
  let shownGame = null;
  // The link whose view no game has had so far; empty for none.
  let waiting = "";
  // The number of the room whose file contains a costume, by the number of the costume.
  let homes = new Map();
  let files = [];
  let player = null;
  let walking = null;
  let urls = [];
  let module = null;

  function url(bytes, type = "image/png") {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    urls.push(made);
    return made;
  }

  function say(text, bad = false) {
    byId("said").textContent = text;
    byId("said").classList.toggle("bad", bad);
  }

  // Calls `act` and returns its result. If `act` throws an error, shows the error to the user and
  // returns `otherwise`.
  function attempt(act, otherwise) {
    try {
      return act();
    } catch (error) {
      explain(error);
      return otherwise;
    }
  }

  // ---- work in slices
  // -----------------------------------------------------------------------------------------------

  // The work in progress: for each kind of work the function that cancels it.
  const works = new Map();

  // Performs work step by step. `begin` creates the work. The promise resolves with an object that
  // contains the result, or with `null` if the work was cancelled, for example by newer work of the
  // same kind.
  function work(kind, begin) {
    cancel(kind);
    return new Promise((resolve, reject) => {
      const task = begin();
      let isOver = false;
      const end = (settle, value) => {
        if (isOver) return;
        isOver = true;
        works.delete(kind);
        task.free();
        settle(value);
      };
      const slice = () => {
        if (isOver) return;
        // The pictures of the list wait until no other work is in progress.
        if (kind === "portrait" && works.size > 1) return void setTimeout(slice, 50);
        const until = performance.now() + sliceTime;
        try {
          while (!task.step()) if (performance.now() >= until) return void setTimeout(slice);
          end(resolve, { result: task.result });
        } catch (error) {
          end(reject, error);
        }
      };
      works.set(kind, () => end(resolve, null));
      slice();
    });
  }

  function cancel(kind) {
    works.get(kind)?.();
  }

  function explain(error) {
    say(error.message ?? String(error), true);
  }

  // ---- opening
  // -----------------------------------------------------------------------------------------------

  // Shows a game. `buttons` are elements that name the other games among the chosen files.
  function show(opened, buttons = []) {
    leave();
    for (const kind of [...works.keys()]) cancel(kind);
    urls.forEach((made) => URL.revokeObjectURL(made));
    urls = [];
    game?.free();
    game = opened;
    closeSecond();
    Object.assign(playing, { speed: 1, scale: 255, limbs: allLimbs, paused: isStill });
    say("");
    byId("others").replaceChildren(...buttons);
    const list = JSON.parse(game.list());
    shownGame = list;
    // Costume files without a game are often grey, as the usual ground is.
    if (list.costumes.some(({ file }) => file)) list.ground = "black";
    homes = new Map(list.costumes.map((one) => [one.id, one.room]));
    follow();
    showFirst(list);
    gallery.begin(list, { costume, preview, stage, more, again, prepare, room, leave, absent, copy });
    portraits();
    const all = [...list.rooms, ...list.costumes];
    say([missing(all), faulty(all), waiting && `The link ${waiting} waits for its game.`].filter(Boolean).join(" "));
  }

  // ---- links
  // -----------------------------------------------------------------------------------------------

  // Returns whether the shown game has the view of an address.
  function fits(words) {
    const kind = words.has("costume") ? "costume" : "room";
    if (words.has("game") && words.get("game") !== shownGame.id) return false;
    return shownGame[`${kind}s`].some(({ id }) => id === Number(words.get(kind)));
  }

  // Sets the address for a game that was just opened: the link that waits for a game, if this game
  // has its view, else the start of the game. The first game keeps the address of the page.
  function follow() {
    const isFirst = isFirstGame;
    isFirstGame = false;
    const link = isFirst ? location.hash : waiting;
    const words = new URLSearchParams(link.slice(1));
    const has = (words.has("costume") || words.has("room")) && fits(words);
    if (has) waiting = "";
    if (!isFirst) history.replaceState(null, "", has ? link : location.href.split("#")[0]);
  }

  // Sets the address to the first costume unless it names an entry. The list and the costume appear
  // together, so that nothing moves.
  function showFirst({ id, costumes: [first] }) {
    if (first && !new URLSearchParams(location.hash.slice(1)).size) history.replaceState(null, "", `#game=${id}&costume=${first.id}`);
  }

  // Returns the title and the sentence for an address that the shown game does not have, or nothing
  // if the game has it. The address waits for its game.
  function absent(words, kind, number) {
    if (fits(words)) return null;
    waiting = location.hash;
    const name = `${kind} ${words.get(kind)}`;
    const game = words.get("game");
    if (game !== null && game !== shownGame.id) return ["A link to another game", `The link leads to ${name} of the game “${game}”. Open this game, and the page shows it.`];
    return [`There is no ${name}`, `${shownGame.game} has no ${name}. If the link is to another game, open that game, and the page shows it.`];
  }

  // Copies the address of the view. A paused animation is copied with its picture.
  async function copy({ target }) {
    const frame = playing.paused && player?.frames ? player.at + 1 : null;
    const link = `${location.href.split("#")[0]}${gallery.link(frame)}`;
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      target.textContent = "Link copied";
      setTimeout(() => { target.textContent = "Copy link"; }, 2000);
    } catch {
      say(`The browser does not let this page copy the link. It is in the address of the page.`);
    }
  }

  // Returns a sentence about data files that are missing, or nothing.
  function missing(all) {
    const names = new Set(all.map((one) => /([^/:]+): no such file beside the index/.exec(one.error)?.[1]).filter(Boolean));
    const some = [...names].slice(0, 4).join(", ") + (names.size > 4 ? ` and ${names.size - 4} more` : "");
    return names.size ? `${some} ${names.size === 1 ? "is" : "are"} missing. Choose all files of the game.` : "";
  }

  // Returns a sentence about rooms and costumes that cannot be read or are damaged, or nothing.
  function faulty(all) {
    const [unread, damaged] = [all.filter((one) => one.error).length, all.filter((one) => one.damage?.length).length];
    const be = damaged === 1 ? "is" : "are";
    return [unread && `${unread} of the rooms and costumes cannot be read`, damaged && `${damaged} ${unread ? "" : "of the rooms and costumes "}${be} partly damaged`].filter(Boolean).join(", ")
      + (unread || damaged ? "; the list states the reasons." : "");
  }

  const folderOf = (path) => path.split("/").slice(0, -1).pop() ?? "";

  // Calls `act` until it returns a result. In between, reads the parts of the files that the module
  // has requested.
  async function inParts(chosen, list, act) {
    for (;;) {
      const result = act();
      if (result !== undefined) return result;
      const numbers = chosen.takeRequests();
      for (let i = 0; i < numbers.length; i += 3) {
        const [number, start, end] = numbers.subarray(i, i + 3);
        chosen.insert(number, start, new Uint8Array(await list[number].file.slice(start, end).arrayBuffer()));
        list[number].isUsed = true;
      }
    }
  }

  // Reads a game among files with their paths: the game with this index, or the first that can be
  // opened. Files without a game are read as costume files. Only the parts of files that the game
  // needs are read. Returns the game with its index, and the indexes of all games.
  async function readGame(list, wanted = null) {
    const chosen = new ChosenFiles(list.map(({ path }) => path), Float64Array.from(list, ({ file }) => file.size));
    try {
      const indexes = await inParts(chosen, list, () => chosen.indexes());
      const costumes = list.filter(isCostumeFile);
      if (!indexes.length && costumes.length) return { opened: await readCostumes(costumes), index: null, indexes };
      // A game comes before the games in the folders inside its folder.
      const depth = (index) => index.split("/").length;
      indexes.sort((a, b) => depth(a) - depth(b) || a.localeCompare(b));
      let first = null;
      for (const index of wanted ? [wanted] : indexes.length ? indexes : [undefined]) {
        try {
          const opened = await inParts(chosen, list, () => chosen.open(index, folderOf(index ?? "")));
          return { opened, index, indexes };
        } catch (error) {
          first ??= error;
        }
      }
      throw first;
    } finally {
      chosen.free();
    }
  }

  // The most bytes of a costume file, as in the program.
  const mostBytes = 64 * 2 ** 20;

  // Returns whether a file has the name of a costume without a game, as `wardrobe extract` writes
  // it.
  function isCostumeFile({ path, file }) {
    return /\.(cost|akos)$/i.test(path) && file.size <= mostBytes;
  }

  async function readCostumes(costumes) {
    costumes.sort((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }));
    const names = costumes.map(({ path }) => path.split("/").pop());
    const contents = await Promise.all(costumes.map(async ({ file }) => new Uint8Array(await file.arrayBuffer())));
    for (const one of costumes) one.isUsed = true;
    return OpenedGame.fromFiles(names, contents);
  }

  // Opens and shows a game among files with their paths, or costume files. Returns whether a game
  // was opened and the user has not chosen other files meanwhile.
  async function open(list, wanted = null) {
    const own = ++openings;
    say("Reading …");
    try {
      const { opened, index, indexes } = await readGame(list, wanted);
      if (own !== openings) {
        opened.free();
        return false;
      }
      files = list.filter(({ isUsed }) => isUsed);
      show(opened, others(list, indexes.filter((other) => other !== index)));
      Object.assign(byId("remember"), { checked: false, disabled: false });
      return true;
    } catch (error) {
      if (own !== openings) return false;
      const still = game ? ` The page still shows ${byId("game").textContent}.` : "";
      say(`${error.message}${still}`, true);
      return false;
    }
  }

  // Makes a button for each of the other games among the files, at most eight. The button opens the
  // game.
  function others(list, indexes) {
    const buttons = indexes.slice(0, 8).map((index) => element("button", {
      type: "button", on: { click: () => open(list, index) },
    }, index.replace(/\.[^.]*$/, "")));
    return buttons.length ? ["These files also contain: ", ...buttons] : [];
  }

  // Returns the files that the user has chosen with a button, with their paths.
  function withPaths(chosen) {
    return [...chosen].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  }

  // The files of the demo are in the page, so there is nothing to remember.
  function showDemo() {
    show(OpenedGame.demo());
    Object.assign(byId("remember"), { checked: false, disabled: true });
  }

  function entries(directory) {
    const reader = directory.createReader();
    return new Promise((resolve, reject) => {
      const all = [];
      const more = () => reader.readEntries((some) => {
        all.push(...some);
        return some.length ? more() : resolve(all);
      }, reject);
      more();
    });
  }

  async function below(entry, depth = 0) {
    if (entry.isFile) {
      return [{ path: entry.fullPath.slice(1), file: await new Promise((resolve, reject) => entry.file(resolve, reject)) }];
    }
    if (depth > 3) return [];
    return (await Promise.all((await entries(entry)).map((one) => below(one, depth + 1)))).flat();
  }

  // Returns the files below a handle of the file system, like `below` for an entry. Browsers
  // provide handles even to a page that was itself opened from a file.
  async function held(handle, path = handle.name, depth = 0) {
    if (handle.kind === "file") return [{ path, file: await handle.getFile() }];
    const all = [];
    if (depth > 3) return all;
    for await (const one of handle.values()) all.push(...await held(one, `${path}/${one.name}`, depth + 1));
    return all;
  }

  async function dropped(event) {
    event.preventDefault();
    document.body.classList.remove("over");
    // The browser clears the list of items at the first `await`. Therefore all items are copied
    // before.
    const items = [...event.dataTransfer.items].filter((item) => item.kind === "file").map((item) => ({
      file: item.getAsFile(), entry: item.webkitGetAsEntry?.(), handle: item.getAsFileSystemHandle?.(),
    }));
    try {
      const found = await Promise.all(items.map(async ({ file, entry, handle }) => {
        if (!entry?.isDirectory) return [{ path: file.name, file }];
        return handle ? held(await handle) : below(entry);
      }));
      await open(found.flat());
    } catch (error) {
      say(`The browser does not let this page read the dropped files (${error.name}). Choose the folder with the button instead.`, true);
    }
  }

  // ---- the list's pictures
  // -----------------------------------------------------------------------------------------------

  function portraits() {
    const waiting = [];
    const opened = game;
    const made = async (link) => {
      const { kind, id } = link.dataset;
      const done = kind === "costume" ? await work("portrait", () => opened.portrait(Number(id))) : { result: opened.roomPictures(Number(id))[0] };
      if (done?.result) link.querySelector(".thumb").replaceChildren(gallery.portrait(url(done.result), "eager"));
    };
    let isAtWork = false;
    const run = async () => {
      while (game === opened && waiting.length) {
        try {
          await made(waiting.shift());
        } catch {
          // The list states why the entry cannot be read.
        }
        await new Promise((resolve) => { setTimeout(resolve); });
      }
      isAtWork = false;
    };
    const watcher = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        waiting.push(target);
      }
      if (isAtWork || !waiting.length) return;
      isAtWork = true;
      setTimeout(run);
    });
    for (const link of byId("list").children) watcher.observe(link);
  }

  // ---- a costume
  // -----------------------------------------------------------------------------------------------

  // Returns the data that the page shows of a costume, or `null` if the work was cancelled because
  // the user has opened another entry.
  const costume = async (id) => {
    const done = await work("costume", () => game.costume(id));
    return done ? JSON.parse(done.result) : null;
  };
  const degrees = { north: 0, "north-east": 45, east: 90, "south-east": 135, south: 180, "south-west": 225, west: 270, "north-west": 315 };

  // Plays the animation of a link, or walking south, before all animations and cels of a costume
  // are prepared.
  async function preview(entry, show) {
    const { id, shown_in: rooms, room } = entry;
    if (state.anim !== null) return;
    const walk = 2;
    const [chore, facing] = [state.chore ?? walk, degrees[state.direction ?? "south"]];
    try {
      const done = await work("preview", () => game.frames(id, chore, facing, playing.scale, playing.limbs));
      const frames = done?.result;
      if (!frames) return;
      const box = { left: Math.min(frames.left, 0), top: Math.min(frames.top, 0), right: Math.max(frames.left + frames.width, 1), bottom: Math.max(frames.top + frames.height, 1) };
      const canvas = element("canvas", { role: "img", "aria-label": `Costume ${id}` });
      const size = { width: `${(box.right - box.left) * state.zoom}px`, height: `${(box.bottom - box.top) * state.zoom}px` };
      const palette = gallery.paletteOf(state.room ?? rooms[0]?.room ?? room, entry);
      const ground = element("div", { className: "ground", dataset: { ground: state.ground } }, element("div", { className: "actor", style: size }, canvas));
      if (!show(ground)) return void frames.free();
      stopPlayer();
      player = new Player(canvas, { tick_microseconds: 1e5 }, frames, palette, box);
      player.isPreview = true;
      if (state.frame === null) return;
      playing.paused = true;
      player.show(Math.min(Math.max(state.frame - 1, 0), player.ticks.length - 1));
    } catch {
      // The costume does not have this animation.
    }
  }

  // `film` is the number of a choice of `filming`: the last five seconds.
  const playing = { speed: 1, scale: 255, limbs: allLimbs, paused: false, onion: false, roomScale: "fit", film: 1 };

  // The pictures of an animation, which are drawn on a canvas.
  class Pictures {
    // Shows `frames`, a `PlayedFrames` of the module; `undefined` if nothing is visible in the
    // animation. `box` is the area around the actor that is shown.
    constructor(canvas, frames, palette, box) {
      const { ticks, loopFrom } = frames ?? {};
      Object.assign(this, { canvas, frames, ticks, loopFrom });
      const { left, top, width, height } = frames ?? { left: 0, top: 0, width: 1, height: 1 };
      canvas.width = Math.max(width, 1);
      canvas.height = Math.max(height, 1);
      canvas.hidden = false;
      // The colours in the format of an image in memory: four bytes for each colour, in the order
      // red, green, blue, opacity.
      const colours = new Uint8ClampedArray(1024);
      for (let i = 0; i < 256; i++) colours.set([...palette.subarray(i * 3, i * 3 + 3), i === frames?.transparent ? 0 : 255], i * 4);
      this.colours = new Uint32Array(colours.buffer);
      const px = (n) => `${n * state.zoom}px`;
      Object.assign(canvas.style, {
        left: px(left - box.left), top: px(top - box.top), width: px(canvas.width), height: px(canvas.height),
      });
    }

    // Returns the number of the picture before or after another, or nothing.
    neighbour(at, by) {
      const next = at + by;
      if (next >= 0 && next < this.ticks.length) return next;
      return by > 0 ? this.loopFrom : undefined;
    }

    // Returns the number of engine frames before a picture.
    ticksBefore(at) {
      return this.ticks.subarray(0, at).reduce((sum, count) => sum + count, 0);
    }

    // Returns the number of the picture that is visible in an engine frame. An animation that does
    // not repeat stays at its last picture.
    pictureIn(tick) {
      const end = this.ticksBefore(this.ticks.length);
      let rest = tick;
      if (tick >= end) {
        if (this.loopFrom === undefined) return this.ticks.length - 1;
        const begin = this.ticksBefore(this.loopFrom);
        rest = begin + (tick - begin) % (end - begin);
      }
      let at = 0;
      while (at + 1 < this.ticks.length && rest >= this.ticks[at]) {
        rest -= this.ticks[at];
        at += 1;
      }
      return at;
    }

    paint(at) {
      const { width, height } = this.canvas;
      const context = this.canvas.getContext("2d", { willReadFrequently: true });
      const image = context.createImageData(width, height);
      const pixels = new Uint32Array(image.data.buffer);
      if (playing.onion) {
        // The neighbours are shown with a third of their opacity, the next one over the previous.
        for (const other of [this.neighbour(at, -1), this.neighbour(at, 1)]) {
          if (other === undefined || other === at) continue;
          this.frames.picture(other).forEach((colour, i) => { if (this.colours[colour] >>> 24) pixels[i] = (this.colours[colour] & 0xffffff | 0x55000000) >>> 0; });
        }
      }
      this.frames.picture(at).forEach((colour, i) => { if (this.colours[colour] >>> 24) pixels[i] = this.colours[colour]; });
      context.putImageData(image, 0, 0);
    }

    free() {
      this.frames?.free();
    }
  }

  class Player extends Pictures {
    // Plays the pictures. `before` is the number of engine frames before the current picture since
    // the animation began.
    constructor(canvas, shown, frames, palette, box) {
      super(canvas, frames, palette, box);
      Object.assign(this, { shown, at: 0, before: 0, since: 0, last: performance.now() });
      this.draw();
      this.request = requestAnimationFrame((now) => this.turn(now));
    }

    turn(now) {
      if (!playing.paused && this.frames) {
        this.since += (now - this.last) * playing.speed;
        const length = () => this.ticks[this.at] * this.tickLength();
        let changed = false;
        for (let most = 0; this.since >= length() && most < 1000; most++) {
          this.since -= length();
          if (!this.step()) {
            this.since = 0;
            break;
          }
          changed = true;
        }
        if (changed) this.draw();
        else this.drawSecond();
      }
      this.last = now;
      this.request = requestAnimationFrame((later) => this.turn(later));
    }

    // Returns the duration of an engine frame in milliseconds.
    tickLength() {
      return this.shown.tick_microseconds / 1000;
    }

    // Shows a picture by its number.
    show(at) {
      Object.assign(this, { at, before: this.ticksBefore(at), since: 0 });
      this.draw();
    }

    // Advances by one picture. Returns false if the animation has ended.
    step() {
      const next = this.neighbour(this.at, 1);
      if (next === undefined) return false;
      this.before += this.ticks[this.at];
      this.at = next;
      return true;
    }

    draw() {
      if (!this.frames) return;
      this.paint(this.at);
      this.drawSecond();
      if (!byId("frame")) return;
      byId("frame").textContent = `picture ${this.at + 1} of ${this.ticks.length}`;
      showTime(this);
    }

    // Draws the second animation in the same engine frame.
    drawSecond() {
      second?.show(this.before + Math.floor(this.since / this.tickLength()));
    }

    stop() {
      cancelAnimationFrame(this.request);
      this.free();
    }
  }

  // ---- two animations side by side
  // -----------------------------------------------------------------------------------------------

  // The other game or edition from which the second costume may come: its game of the module and
  // its lists. Nothing until the user opens one.
  let otherGame = null;
  // The choice of the second costume: an empty text for none, `own 5` for a costume of the shown
  // game, `other 5` for one of the other game, and `other same` for that with the shown number.
  let compared = "";
  // The pictures of the second costume.
  let second = null;

  class Second extends Pictures {
    // Shows the picture of an engine frame.
    show(tick) {
      const at = this.pictureIn(tick);
      this.canvas.dataset.picture = at + 1;
      if (this.at === at && this.onion === playing.onion) return;
      Object.assign(this, { at, onion: playing.onion });
      this.paint(at);
    }
  }

  function closeSecond() {
    cancel("second");
    stopSecond();
    otherGame?.game.free();
    otherGame = null;
    compared = "";
  }

  function stopSecond() {
    second?.free();
    second = null;
  }

  // Returns the game, the lists and the number of the second costume.
  function secondCostume() {
    const [source, number] = compared.split(" ");
    const from = source === "own" ? { game, list: shownGame } : otherGame;
    return { ...from, isOwn: source === "own", id: number === "same" ? state.id : Number(number) };
  }

  // Renders the chore of the second costume and shows it beside the first. `box` is the area that
  // is shown of the first.
  async function renderSecond(chore, box) {
    stopSecond();
    const place = byId("second");
    const told = byId("second-caption");
    place.replaceChildren();
    told.textContent = "";
    byId("first").style.marginTop = "";
    if (!compared) return;
    const { game: from, list, isOwn, id } = secondCostume();
    const entry = list.costumes.find((one) => one.id === id);
    const name = `${entry ? gallery.title(entry) : `costume ${id}`}${isOwn ? "" : ` of ${list.game}`}`;
    try {
      const done = await work("second", () => from.frames(id, chore.chore, chore.facing, playing.scale, playing.limbs));
      if (!done) return;
      const frames = done.result;
      if (!frames) {
        told.textContent = `Right: nothing is visible in this animation of ${name}.`;
        return;
      }
      const own = { left: frames.left, top: frames.top, right: frames.left + frames.width, bottom: frames.top + frames.height };
      // The positions of both actors are in one row.
      const top = Math.min(box.top, own.top);
      const px = (n) => `${n * state.zoom}px`;
      byId("first").style.marginTop = px(box.top - top);
      const canvas = element("canvas", { role: "img", "aria-label": `${name}, ${chore.name}` });
      const size = { width: px(own.right - own.left), height: px(own.bottom - own.top), marginTop: px(own.top - top) };
      place.replaceChildren(element("div", { className: "actor", style: size }, canvas));
      second = new Second(canvas, frames, from.palette(id, isOwn ? state.room ?? undefined : undefined), own);
      told.textContent = `Right: ${name}, ${second.ticks.length} picture${second.ticks.length === 1 ? "" : "s"}.`;
      player?.drawSecond();
    } catch (error) {
      told.textContent = `Right: ${error.message}.`;
    }
  }

  // Makes the controls that choose the second costume. `render` renders it.
  function comparison(render) {
    const option = (value, text) => element("option", { value, selected: value === compared }, text);
    const costumes = (source, list) => list.costumes.filter((one) => !one.error).map((one) => option(`${source} ${one.id}`, gallery.title(one)));
    const choose = element("select", { id: "compared" });
    const fillChoice = () => {
      choose.replaceChildren(option("", "nothing"), element("optgroup", { label: shownGame.game }, ...costumes("own", shownGame)));
      if (!otherGame) return;
      choose.append(element("optgroup", { label: `${otherGame.list.game}, beside` }, option("other same", "the same number"), ...costumes("other", otherGame.list)));
    };
    choose.addEventListener("change", () => { compared = choose.value; render(); });
    const take = async ({ target }) => {
      try {
        const { opened } = await readGame(withPaths(target.files));
        closeSecond();
        const list = JSON.parse(opened.list());
        gallery.addDefaults(list);
        otherGame = { game: opened, list };
        compared = "other same";
        fillChoice();
        render();
      } catch (error) {
        explain(error);
      }
    };
    fillChoice();
    return element("div", { className: "bar", role: "group", "aria-label": "Compare" },
      element("label", {}, "Compare with ", choose),
      element("label", { className: "button" }, "Another game's folder ", element("input", { id: "other-folder", type: "file", webkitdirectory: true, multiple: true, on: { change: take } })),
      element("label", { className: "button" }, "Another game's files ", element("input", { id: "other-files", type: "file", multiple: true, on: { change: take } })));
  }

  // ---- the timeline
  // -----------------------------------------------------------------------------------------------

  const milliseconds = (player, at) => Math.round(player.ticks[at] * player.shown.tick_microseconds / 1000);

  // Makes a slider with the pictures of the animation, and above it a bar in which each picture is
  // as wide as it is long visible. The part that repeats is marked.
  function timeline(player) {
    const { ticks, loopFrom } = player;
    const bar = element("div", { className: "durations", "aria-hidden": "true" }, ...[...ticks].map((count, at) => element("span", {
      style: { flexGrow: count }, title: `picture ${at + 1}: ${milliseconds(player, at)} ms`, dataset: { repeats: loopFrom !== undefined && at >= loopFrom ? "yes" : "no" },
      on: { click: () => { pause(true); player.show(at); } },
    })));
    const input = element("input", {
      type: "range", id: "picture", min: 1, max: ticks.length, step: 1, value: 1, "aria-label": "Picture",
      on: { input: () => { pause(true); player.show(Number(input.value) - 1); } },
    });
    byId("timeline").replaceChildren(bar, input, element("span", { id: "time", className: "dim" }));
  }

  // Shows the current picture in the timeline.
  function showTime(player) {
    const input = byId("picture");
    if (!input) return;
    const { at, ticks, loopFrom } = player;
    const text = `${milliseconds(player, at)} ms${loopFrom === undefined ? "" : `, repeats from picture ${loopFrom + 1}`}`;
    input.value = at + 1;
    input.setAttribute("aria-valuetext", `picture ${at + 1} of ${ticks.length}, ${text}`);
    byId("time").textContent = text;
    [...byId("timeline").querySelectorAll(".durations span")].forEach((one, i) => one.classList.toggle("now", i === at));
  }

  function pause(on) {
    playing.paused = on;
    byId("pause")?.setAttribute("aria-pressed", String(on));
  }

  // ---- the origin of a pixel
  // -----------------------------------------------------------------------------------------------

  const tables = { all: "the shadow table", colour13: "the shadow of colour 13", below8: "the shadows of the colours below 8", blend: "the blend table" };

  // Returns a sentence about the limb and the cel that drew a pixel.
  function origin({ limb, number, cel, column, row, colour, screen_colour: screen, table, is_akos: isAkos }) {
    const part = limb === null ? "an aux frame" : `limb ${limb}`;
    const picture = isAkos ? "" : ` (picture ${limb}:${number})`;
    return `${part}, cel ${cel}${picture}, column ${column}, row ${row}; colour ${colour}, on the screen ${screen}${table ? `, through ${tables[table] ?? table}` : ""}`;
  }

  // Marks a limb and a cel in the lists of the costume.
  function mark(limb, cel) {
    for (const one of document.querySelectorAll(".marked")) one.classList.remove("marked");
    document.querySelector(`[data-limb="${limb}"]`)?.parentElement.classList.add("marked");
    document.querySelector(`[data-cel="${cel}"]`)?.classList.add("marked");
  }

  // Explains a pixel of the shown picture of an animation. The animation pauses.
  function explainPixel(chore, event) {
    if (!player?.frames) return;
    pause(true);
    const { canvas, frames, at } = player;
    const scale = canvas.width / canvas.clientWidth;
    const [x, y] = [event.offsetX, event.offsetY].map((offset) => Math.floor(offset * scale));
    const tick = player.ticksBefore(at);
    const json = attempt(() => game.writer(state.id, chore.chore, chore.facing, playing.scale, playing.limbs, tick, x + frames.left, y + frames.top));
    const found = json ? JSON.parse(json) : null;
    mark(found?.limb, found?.cel);
    byId("origin").textContent = `Pixel ${x + frames.left}, ${y + frames.top} from the actor: ${found ? origin(found) : "nothing is drawn here"}.`;
  }

  function slider(text, id, values, value, act) {
    const input = element("input", {
      type: "range", id, min: 0, max: values.length - 1, step: 1, value: Math.max(values.indexOf(value), 0), "aria-valuetext": value,
      on: { input: () => { out.textContent = ` ${values[input.value]}`; input.ariaValueText = values[input.value]; act(values[input.value]); } },
    });
    const out = element("output", {}, ` ${value}`);
    return element("label", {}, `${text} `, input, out);
  }

  function stage(shown, chore, here, palette) {
    // The preview is no longer on the page.
    if (player?.isPreview) stopPlayer();
    const box = here.reduce((all, one) => ({
      left: Math.min(all.left, one.left), top: Math.min(all.top, one.top),
      right: Math.max(all.right, one.left + one.width), bottom: Math.max(all.bottom, one.top + one.height),
    }), { left: 0, top: 0, right: 1, bottom: 1 });
    const canvas = element("canvas", {
      id: "playing", hidden: true, role: "img", "aria-label": `Costume ${state.id}, ${chore.name}`, on: { click: (event) => explainPixel(chore, event) },
    });
    const size = { width: `${(box.right - box.left) * state.zoom}px`, height: `${(box.bottom - box.top) * state.zoom}px` };
    const anew = async () => {
      try {
        const done = await work("frames", () => game.frames(state.id, chore.chore, chore.facing, playing.scale, playing.limbs));
        if (!done) return;
        // A link may name a picture. A paused animation stays at its picture.
        const at = state.frame !== null ? state.frame - 1 : playing.paused && player ? player.at : 0;
        if (state.frame !== null) pause(true);
        state.frame = null;
        stopPlayer();
        player = new Player(canvas, shown, done.result, palette, box);
        if (!player.frames) return;
        timeline(player);
        player.show(Math.min(Math.max(at, 0), player.ticks.length - 1));
        renderSecond(chore, box);
      } catch (error) {
        explain(error);
      }
    };
    const used = new Set(shown.info.animations.flatMap((one) => one.limbs.map(({ limb }) => limb)));
    const limbs = [...used].sort((a, b) => a - b).map((limb) => element("label", {}, element("input", {
      type: "checkbox", checked: (playing.limbs >> limb & 1) === 1, dataset: { limb }, "aria-label": `limb ${limb}`,
      on: { change: (event) => { playing.limbs = event.target.checked ? playing.limbs | 1 << limb : playing.limbs & ~(1 << limb); anew(); } },
    }), ` ${limb}`));
    const figure = element("figure", {},
      element("div", { className: "ground", tabIndex: 0, role: "group", "aria-label": "The animation", dataset: { ground: state.ground } },
        element("div", { className: "pair" }, element("div", { id: "first", className: "actor", style: size }, canvas), element("div", { id: "second" }))),
      element("p", { id: "second-caption", role: "status", className: "dim" }),
      element("p", { id: "origin", role: "status", className: "dim" }, "A click on a pixel tells which limb and cel drew it."),
      element("figcaption", { id: "caption" }, caption(chore, shown)),
      element("div", { id: "timeline", role: "group", "aria-label": "Timeline" }),
      element("div", { className: "bar", role: "group", "aria-label": "Playing" },
        pressed("Pause", playing.paused, () => pause(!playing.paused), { id: "pause" }),
        element("button", { type: "button", id: "back", on: { click: () => stepOnce(-1) } }, "Step back"),
        element("button", { type: "button", id: "step", on: { click: () => stepOnce(1) } }, "Step"),
        element("label", {}, element("input", { type: "checkbox", id: "onion", checked: playing.onion, on: { change: ({ target }) => { playing.onion = target.checked; player?.draw(); } } }), " Onion skin"),
        element("span", { id: "frame", className: "dim" }),
        slider("Speed", "speed", [0.1, 0.25, 0.5, 1, 2, 4], playing.speed, (value) => { playing.speed = value; }),
        slider("Scale", "scale", [32, 64, 96, 128, 160, 192, 224, 255], playing.scale, (value) => { playing.scale = value; anew(); })),
      element("div", { className: "bar", role: "group", "aria-label": "Limbs" }, element("span", { className: "dim" }, "Limbs"), ...limbs),
      comparison(() => renderSecond(chore, box)),
      element("div", { className: "bar", role: "group", "aria-label": "Save" }, element("span", { className: "dim" }, "Save as"),
        ...[["APNG", "png"], ["GIF", "gif"]].map(([text, ending]) => save(text, `${named()}-${chore.file}.${ending}`, (file) =>
          made(file, () => game.animationFile(state.id, chore.chore, chore.facing, playing.scale, playing.limbs, coloursOf(shown), ending)))),
        save("Picture", `${named()}-${chore.file}-picture.png`, () => picture(canvas)),
        save("Sheet", `${named()}-sheet.png`, async (file) => {
          const [png, json] = await made(file, () => game.sheet(state.id, coloursOf(shown), file)) ?? [];
          if (json) saveFile(json, file.replace(/png$/, "json"));
          return png;
        }),
        save("Everything as zip", `${named()}.zip`, (file) => made(file, () => game.archive(state.id, state.room ?? undefined)))));
    // `draw` writes into the status line of this figure. Therefore the first picture is drawn after
    // the figure was added to the page.
    queueMicrotask(anew);
    return figure;
  }

  // Returns the beginning of the names of saved files: the game, and the number of the costume or
  // room.
  const named = () => `${byId("game").textContent.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase()}-${state.kind}-${String(state.id).padStart(3, "0")}`;
  const coloursOf = (shown) => state.room ?? shown.colours_of ?? undefined;

  function stepOnce(by) {
    pause(true);
    if (!player?.frames) return;
    const last = player.ticks.length - 1;
    player.show(player.neighbour(player.at, by) ?? (by > 0 ? 0 : last));
  }

  function again() {
    if (player?.frames) player.show(0);
  }

  function picture(canvas) {
    return bytesOf(canvas.toDataURL("image/png").split(",")[1]);
  }

  // Returns the bytes of a file, or `undefined` if the work was cancelled, for example because the
  // user has requested the same file again.
  async function made(file, begin) {
    return (await work(`file ${file}`, begin))?.result;
  }

  function saveFile(content, name) {
    const link = element("a", { href: URL.createObjectURL(new Blob([content])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function save(text, name, make) {
    return element("button", {
      type: "button", dataset: { file: name }, on: {
        click: async ({ currentTarget }) => {
          currentTarget.setAttribute("aria-busy", "true");
          try {
            const bytes = await make(name);
            if (bytes) saveFile(bytes, name);
          } catch (error) {
            explain(error);
          }
          currentTarget.removeAttribute("aria-busy");
        },
      },
    }, text);
  }

  // Returns the elements below the tables that a gallery has, too: the findings, and a map of all
  // bytes. The map is made when the user opens it.
  function more() {
    const { id } = state;
    const findings = attempt(() => JSON.parse(game.findings(id)), []);
    const bytes = element("details", { id: "bytes", on: { toggle: ({ target }) => {
      if (!target.open || target.querySelector("iframe")) return;
      const text = attempt(() => game.bytes(id));
      if (text) target.append(element("iframe", { title: `Every byte of costume ${id}`, srcdoc: text, sandbox: "" }));
    } } }, element("summary", {}, "Bytes"));
    return [
      element("h3", {}, "Findings"),
      findings.length ? table(["byte", "severity", "rule", "finding"], findings.map((one) => [`0x${one.at.toString(16).padStart(4, "0")}`, one.severity, one.rule, one.what]))
        : element("p", {}, "No findings."),
      bytes,
    ];
  }

  // ---- a room
  // -----------------------------------------------------------------------------------------------

  function prepare(room) {
    if (room.picture || room.error) return;
    const [background, ...planes] = attempt(() => game.roomPictures(room.id), []);
    room.picture = background ? url(background) : "data:,";
    room.plane_pictures = planes.map((png) => url(png));
  }

  class Walking {
    constructor(room, canvas) {
      this.walk = game.walk(room.id);
      this.canvas = canvas;
      canvas.width = this.walk.width;
      canvas.height = this.walk.height;
      this.times = [];
      this.played = 0;
      this.waits = [];
      this.isPaused = isStill;
      this.draw();
      this.due = performance.now();
      this.request = requestAnimationFrame((now) => this.turn(now));
    }

    turn(now) {
      // After a pause of more than half a second, for example while the page was hidden, the missed
      // frames are skipped.
      if (this.isPaused || now - this.due > 500) this.due = now;
      if (!this.isPaused) for (; now >= this.due; this.due += this.walk.duration) this.frame();
      this.request = requestAnimationFrame((later) => this.turn(later));
    }

    frame() {
      const start = performance.now();
      this.walk.tick();
      this.draw();
      this.played += 1;
      this.waits = this.waits.filter(({ until, resolve }) => this.played < until || resolve(true));
      this.times.push(performance.now() - start);
      if (this.times.length > 600) this.times.shift();
    }

    draw() {
      const { width, height } = this.canvas;
      this.canvas.getContext("2d").putImageData(new ImageData(this.walk.pixels, width, height), 0, 0);
      this.canvas.dataset.at = this.walk.place()?.join(",") ?? "";
      // The planes and boxes over the picture follow the camera.
      const scale = this.canvas.clientWidth / width;
      const over = byId("over");
      if (over) over.style.transform = `translateX(${-this.walk.left * scale}px)`;
    }

    // Waits until a number of engine frames were played. The promise resolves with false if the
    // user leaves the room before.
    after(ticks) {
      return new Promise((resolve) => this.waits.push({ until: this.played + ticks, resolve }));
    }

    stop() {
      cancelAnimationFrame(this.request);
      for (const { resolve } of this.waits) resolve(false);
      this.walk.free();
    }
  }

  // Returns the largest whole number of times by which a picture can be enlarged on the page, at
  // least 1.
  function largest(width, height) {
    const wide = byId("view").clientWidth - 2;
    return Math.max(Math.floor(Math.min(wide / width, (innerHeight - 220) / height)), 1);
  }

  // Sets the size of the room on the page: a whole number of screen pixels for each pixel, or with
  // `fit` the width of the page if it is narrower than the picture.
  function resize(shown) {
    const { canvas } = walking;
    const { width, height } = canvas;
    const isFit = playing.roomScale === "fit";
    const wanted = width * (isFit ? largest(width, height) : Number(playing.roomScale));
    canvas.style.width = `${isFit ? Math.min(wanted, byId("view").clientWidth - 2) : wanted}px`;
    const real = canvas.clientWidth / width;
    Object.assign(byId("over").style, { width: `${shown.width * real}px`, height: `${shown.height * real}px` });
    walking.draw();
  }

  // Makes the layers over the living room: planes, walk boxes and objects, each with a check box.
  function layers(shown) {
    const over = element("div", { id: "over", className: "layers" });
    const toggle = (text, layer) => {
      layer.style.display = "none";
      over.append(layer);
      return element("label", {}, element("input", { type: "checkbox", on: { change: ({ target }) => { layer.style.display = target.checked ? "" : "none"; } } }), ` ${text}`);
    };
    const toggles = shown.plane_pictures.map((src, i) => toggle(`plane ${i + 1}`, element("img", { className: "plane", alt: `Plane ${i + 1}`, src })));
    if (shown.boxes) toggles.push(toggle("walk boxes", outlines(shown)));
    if (shown.room_objects.length) toggles.push(toggle("objects", rectangles(shown)));
    return [over, toggles];
  }

  // Returns the view of the room as a PNG, with the layers that are shown over it. With layers, the
  // picture is as large as on the page, so that its texts are legible.
  function viewPicture({ canvas, walk }, shown) {
    const layers = [...byId("over").children].filter((layer) => layer.style.display !== "none");
    if (!layers.length) return picture(canvas);
    const scale = Math.max(Math.round(canvas.clientWidth / canvas.width), 1);
    const whole = element("canvas", { width: canvas.width * scale, height: canvas.height * scale });
    const context = whole.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.scale(scale, scale);
    context.drawImage(canvas, 0, 0);
    context.translate(-walk.left, 0);
    context.globalCompositeOperation = "screen";
    for (const layer of layers) {
      if (layer.tagName === "IMG") {
        context.globalAlpha = 0.55;
        context.drawImage(layer, 0, 0, shown.width, shown.height);
        context.globalAlpha = 1;
      } else paintOutlines(context, layer, scale);
    }
    return picture(whole);
  }

  // Paints the polygons of a drawing and their texts, with lines of one pixel of the picture.
  function paintOutlines(context, drawing, scale) {
    context.strokeStyle = "#ffd800";
    context.fillStyle = "#ffd800";
    context.lineWidth = 1 / scale;
    context.font = "8px monospace";
    for (const part of drawing.children) {
      if (part.tagName === "text") context.fillText(part.textContent, part.getAttribute("x"), part.getAttribute("y"));
      else context.stroke(new Path2D(`M${part.getAttribute("points")}Z`));
    }
  }

  // Makes the controls that save the last or the next seconds of the room as a film.
  function filming(told) {
    const spans = ["last", "next"].flatMap((which) => [2, 5, 10].map((seconds) => ({ which, seconds })));
    const choose = element("select", { id: "film", on: { change: () => { playing.film = Number(choose.value); } } },
      ...spans.map(({ which, seconds }, i) => element("option", { value: i, selected: i === playing.film }, `the ${which} ${seconds} seconds`)));
    const film = async (file, ending) => {
      const { which, seconds } = spans[playing.film];
      const own = walking;
      const ticks = Math.round(seconds * 1000 / own.walk.duration);
      if (which === "next") {
        told.textContent = `The film ends after ${seconds} seconds of the room${own.isPaused ? ", which is paused" : ""}.`;
        if (!await own.after(ticks)) return undefined;
        told.textContent = "The film is complete.";
      }
      return made(file, () => own.walk.film(ticks, ending));
    };
    return element("div", { className: "bar", role: "group", "aria-label": "Film" }, element("label", {}, "Film of ", choose),
      save("Save as GIF", `${named()}-film.gif`, (file) => film(file, "gif")),
      save("Save as APNG", `${named()}-film.png`, (file) => film(file, "png")));
  }

  function room(shown) {
    if (!shown.width || !shown.height) return [];
    const canvas = element("canvas", { id: "walking", tabIndex: 0, role: "application", "aria-label": `Room ${shown.id} with its actors; a click or an arrow key moves the controlled actor` });
    const [over, toggles] = layers(shown);
    const living = element("div", { id: "living" }, canvas, over);
    try {
      walking = new Walking(shown, canvas);
    } catch (error) {
      return [element("p", { className: "bad" }, error.message)];
    }
    queueMicrotask(() => resize(shown));
    window.onresize = () => { if (!document.fullscreenElement) resize(shown); };
    // The message about the result of a click. It is shown below the picture and removed with the
    // room.
    const told = element("p", { id: "told", role: "status" });
    const to = (event) => {
      const scale = canvas.width / canvas.clientWidth;
      const [x, y] = [event.offsetX * scale, event.offsetY * scale];
      if (isInspecting) tell(Math.floor(x), Math.floor(y));
      else send(x, y);
    };
    let isInspecting = false;
    // Shows who drew a pixel of the view.
    const tell = (x, y) => {
      const json = attempt(() => walking.walk.writer(x, y));
      const found = json ? JSON.parse(json) : null;
      told.replaceChildren(`Pixel ${x + walking.walk.left}, ${y}: `);
      if (!found) return void told.append("the background.");
      const link = element("a", { href: `#game=${shownGame.id}&costume=${found.costume}&room=${shown.id}` }, `costume ${found.costume}`);
      told.append(`${title(found.writer.actor)} in `, link, `, ${origin(found.writer)}.`);
    };
    const inspect = pressed("Who drew it?", false, ({ target }) => {
      isInspecting = !isInspecting;
      target.setAttribute("aria-pressed", String(isInspecting));
      walking.walk.inspect(isInspecting);
      if (isInspecting) walking.frame();
      told.textContent = isInspecting ? "A click on a pixel tells which actor, limb and cel drew it." : "";
    }, { id: "inspect" });
    const still = pressed("Pause", walking.isPaused, ({ target }) => {
      walking.isPaused = !walking.isPaused;
      target.setAttribute("aria-pressed", String(walking.isPaused));
    }, { id: "still" });
    const sizes = element("select", { id: "size", on: { change: ({ target }) => { playing.roomScale = target.value; resize(shown); } } },
      ...["fit", 1, 2, 3, 4, 5, 6].map((size) => element("option", { value: size, selected: String(size) === String(playing.roomScale) }, size === "fit" ? "fit" : `${size}×`)));
    const full = element("button", { type: "button", id: "full", on: { click: () => living.requestFullscreen?.().catch(explain) } }, "Full screen");
    living.addEventListener("fullscreenchange", () => {
      // The largest whole scale of the screen, or the screen's width.
      const times = Math.max(Math.floor(Math.min(innerWidth / canvas.width, innerHeight / canvas.height)), 1);
      if (document.fullscreenElement === living) canvas.style.width = `${canvas.width * times}px`;
      else resize(shown);
      over.hidden = document.fullscreenElement === living;
    });
    // Sends the controlled actor to a position. A position outside the room is moved into the room.
    // Shows a message if no actor is controlled, or if the actor cannot reach the position.
    const send = (x, y) => {
      const within = (at, from, to) => Math.round(Math.min(Math.max(at, from), Math.max(to, from)));
      const { walk } = walking;
      walk.go(within(x, 8 - walk.left, shown.width - 8 - walk.left), within(y, 4, shown.height - 1));
      const at = walk.place();
      const before = at?.join();
      told.textContent = before === undefined ? "No actor is controlled. Add a costume first." : "";
      if (before === undefined) return;
      setTimeout(() => {
        const far = Math.abs(at[0] - walk.left - x) + Math.abs(at[1] - y) > 12;
        if (far && walking?.walk === walk && walk.place()?.join() === before) told.textContent = "The actor cannot reach this place.";
      }, 700);
    };
    canvas.addEventListener("pointerdown", to);
    canvas.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-24, 0], ArrowRight: [24, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] }[event.key];
      const at = by && walking.walk.place();
      if (!at) return;
      event.preventDefault();
      event.stopPropagation();
      send(at[0] - walking.walk.left + by[0], at[1] + by[1]);
    });
    const links = [...document.querySelectorAll("#list a[data-kind=costume]")];
    const own = (link) => homes.get(Number(link.dataset.id)) === shown.id;
    links.sort((a, b) => own(b) - own(a));
    const choose = element("select", { id: "actor" }, ...links.map((link) => element("option", { value: link.dataset.id },
      `costume ${link.dataset.id}${own(link) ? "" : " (from another room)"}`)));
    // The list from which the user chooses the controlled actor. It contains the actors that
    // scripts put into the room, and those that the user has added with a costume.
    const lead = element("select", { id: "lead", on: { change: () => walking.walk.lead(Number(lead.value)) } });
    const title = (actor) => {
      const member = shown.cast.find((one) => one.actor === actor);
      return member?.name ? `actor ${actor}, ${member.name}` : `actor ${actor}`;
    };
    const people = () => {
      const actors = [...walking.walk.actors];
      lead.replaceChildren(...actors.map((actor) => element("option", { value: actor }, title(actor))));
      lead.disabled = !actors.length;
      walking.draw();
    };
    const put = () => attempt(() => { game.putInto(walking.walk, Number(choose.value)); people(); });
    const empty = () => { walking.walk.clear(); people(); };
    people();
    if (!walking.walk.actors.length && links.some(own)) queueMicrotask(put);
    const objects = JSON.parse(walking.walk.objects());
    const nameOf = (id) => {
      const name = shown.room_objects.find((one) => one.id === id)?.name;
      return name ? `${id} “${name}”` : id;
    };
    return [
      element("div", { className: "scroll" }, living),
      told,
      element("div", { className: "bar", role: "group", "aria-label": "The room" }, still, inspect, element("label", {}, "Size ", sizes), full,
        element("button", { type: "button", id: "link", on: { click: copy } }, "Copy link"), ...toggles),
      element("div", { className: "bar", role: "group", "aria-label": "Save" }, element("span", { className: "dim" }, "Save as PNG"),
        save("View", `${named()}-view.png`, () => viewPicture(walking, shown)),
        save("Background", `${named()}.png`, () => game.roomPictures(shown.id)[0]),
        shown.boxes ? save("Walk boxes", `${named()}-boxes.png`, () => game.roomWithBoxes(shown.id)) : null,
        ...shown.plane_pictures.map((_, i) => save(`Plane ${i + 1}`, `${named()}-plane${i + 1}.png`, () => game.roomPictures(shown.id)[i + 1]))),
      filming(told),
      element("div", { className: "bar", role: "group", "aria-label": "Actors" }, element("label", {}, "Costume ", choose), element("button", { type: "button", id: "put", on: { click: put } }, "Add"),
        element("label", {}, "Control ", lead), element("button", { type: "button", id: "empty", on: { click: empty } }, "Remove all actors"),
        element("span", { className: "dim" }, "A click, a touch or an arrow key moves the controlled actor.")),
      objects.length ? element("details", {}, element("summary", {}, "Objects"), ...objects.map((one) => element("label", { className: "object" }, `object ${nameOf(one.id)}, state `,
        element("input", { type: "number", min: 0, max: 15, value: one.state, on: { change: (event) => attempt(() => walking.walk.setObject(one.id, Number(event.target.value))) } })))) : "",
    ];
  }

  function leave() {
    cancel("costume");
    cancel("frames");
    cancel("preview");
    cancel("second");
    stopPlayer();
    stopSecond();
    walking?.stop();
    walking = null;
    window.onresize = null;
  }

  function stopPlayer() {
    player?.stop();
    player = null;
  }

  // ---- the stored game
  // -----------------------------------------------------------------------------------------------

  function store(mode, act) {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open("wardrobe", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("game");
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const transaction = request.result.transaction("game", mode);
        const asked = act(transaction.objectStore("game"));
        transaction.oncomplete = () => { request.result.close(); resolve(asked.result); };
        transaction.onabort = () => { request.result.close(); reject(transaction.error); };
      };
    });
  }

  // Stores the files of the game in the browser, or removes the stored game. The button that
  // removes the stored game is visible only while a game is stored.
  function keep(wanted) {
    byId("remember").checked = wanted;
    store("readwrite", (to) => (wanted ? to.put(files.map(({ path, file }) => ({ path, file })), "last") : to.clear()))
      .then(() => { byId("forget").hidden = !wanted; }, (error) => say(`This browser cannot store the game: ${error.message}`, true));
  }

  // ---- start of the page
  // -----------------------------------------------------------------------------------------------

  function key(event) {
    if (event.target !== document.body && event.target.tagName !== "MAIN") return;
    if (event.key === " " && byId("pause")) {
      event.preventDefault();
      byId("pause").click();
    } else if (event.key === ".") stepOnce(1);
    else if (event.key === ",") stepOnce(-1);
  }

  async function start(exports) {
    module = exports;
    const listen = (id, name, act) => byId(id).addEventListener(name, act);
    const chosen = ({ target }) => open(withPaths(target.files));
    listen("folder", "change", chosen);
    listen("files", "change", chosen);
    listen("demo", "click", () => { openings += 1; showDemo(); });
    listen("remember", "change", (event) => keep(event.target.checked));
    listen("forget", "click", () => keep(false));
    document.addEventListener("keydown", key);
    document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
    document.addEventListener("drop", dropped);
    const kept = await store("readonly", (from) => from.get("last")).catch(() => null);
    if (kept && await open(kept)) {
      byId("remember").checked = true;
      byId("forget").hidden = false;
    } else {
      showDemo();
    }
    document.body.dataset.ready = "yes";
  }

  // Functions for the tests of the page. `times` returns the milliseconds that each of the last
  // frames has taken; `frame` plays a frame immediately.
  window.wardrobe = {
    times: () => walking?.times ?? [], frame: () => walking?.frame(), put: (id) => game.putInto(walking.walk, id),
    go: (x, y) => walking?.walk.go(x, y), left: () => walking?.walk.left, memory: () => module.memory.buffer.byteLength,
  };

  wardrobeModule().then(start, (error) => say(`This browser cannot run the page: ${error.message}`, true));
})();
