// The script of the page that opens games in the browser: the demo, or a game whose files the user
// drops onto the page or chooses. The page shows the same contents as a page of `wardrobe gallery`.
// In addition, the page plays animations frame by frame, and the user can walk around in rooms. The
// page uploads nothing and makes no request.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const { element, pressed, bytesOf, state, pairs, caption, table, sliceTime } = gallery;
  const { OpenedGame } = wasm_bindgen;
  const allLimbs = 0xffff;
  // The extensions of files that the page does not read, because such files contain no costumes:
  // speech, music, films, programs, documents and pictures.
  const unread = /\.(sou|so3|sog|sof|bun|flac|ogg|mp3|wav|voc|mid|san|smk|avi|bik|exe|dll|pdf|txt|htm|html|png|jpg|ico)$/i;
  const mostBytes = 600e6;
  let game = null;
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

  function show(opened) {
    leave();
    for (const kind of [...works.keys()]) cancel(kind);
    urls.forEach((made) => URL.revokeObjectURL(made));
    urls = [];
    game?.free();
    game = opened;
    Object.assign(playing, { speed: 1, scale: 255, limbs: allLimbs, paused: false });
    byId("others").replaceChildren();
    const list = JSON.parse(game.list());
    homes = new Map(list.costumes.map((one) => [one.id, one.room]));
    gallery.begin(list, { costume, stage, more, again, prepare, room, leave });
    portraits();
    const all = [...list.rooms, ...list.costumes];
    const [unread, damaged] = [all.filter((one) => one.error).length, all.filter((one) => one.damage?.length).length];
    const be = damaged === 1 ? "is" : "are";
    say([unread && `${unread} of the rooms and costumes cannot be read`, damaged && `${damaged} ${unread ? "" : "of the rooms and costumes "}${be} partly damaged`].filter(Boolean).join(", ")
      + (unread || damaged ? "; the list states the reasons." : ""));
    return list;
  }

  function grouped(all, name) {
    const groups = new Map();
    for (const file of all) groups.set(name(file), [...(groups.get(name(file)) ?? []), file]);
    return [...groups].sort(([a], [b]) => a.split("/").length - b.split("/").length || a.localeCompare(b));
  }

  // Returns the groups of files that may be a game, in the order in which they are tried. The first
  // groups are the files of each folder. A folder comes before the folders inside it, which may
  // contain other games. The last groups are for folders with several games: files of the same
  // folder whose names are equal up to the first dot.
  function candidates(all) {
    const folder = ({ path }) => path.split("/").slice(0, -1).join("/");
    const stem = (file) => `${folder(file)}/${file.path.split("/").pop().split(".")[0]}`;
    return [...grouped(all, folder), ...grouped(all, stem)];
  }

  function open(all, link = "", wanted = null) {
    const kept = all.filter(({ path }) => !unread.test(path));
    let first = null;
    const folderOf = ({ path }) => path.split("/").slice(0, -1).join("/");
    const groups = wanted ? [[folderOf(wanted[0]), wanted]] : candidates(kept);
    for (const [folder, some] of groups) {
      const title = folder.split("/").pop() || some[0].path.replace(/\.[^.]*$/, "");
      try {
        const opened = OpenedGame.open(title, some.map(({ path }) => path.split("/").pop()), some.map(({ bytes }) => bytes));
        files = some;
        location.hash = link;
        show(opened);
        // The browser paints the list before the first costume is prepared.
        requestAnimationFrame(() => setTimeout(() => game === opened && begin()));
        byId("keep").hidden = false;
        byId("remember").checked = false;
        others(kept, some);
        return true;
      } catch (error) {
        first ??= error;
      }
    }
    const still = game ? ` The page still shows ${byId("game").textContent}.` : "";
    say(`${first ? first.message : "No game was found among these files."}${still}`, true);
    return false;
  }

  // Shows a button for each of the other games among the files, at most eight. The button opens the
  // game.
  function others(all, own) {
    const found = [];
    for (const [folder, some] of candidates(all.filter((file) => !own.includes(file)))) {
      const names = some.map(({ path }) => path.split("/").pop());
      try {
        OpenedGame.open("another", names, some.map(({ bytes }) => bytes)).free();
      } catch {
        continue;
      }
      if (!found.some((other) => other.some((file) => some.includes(file)))) found.push(some);
      if (found.length === 8) break;
    }
    const title = (some) => some[0].path.replace(/\.[^.]*$/, "");
    byId("others").replaceChildren(...(found.length ? ["These files also contain: ", ...found.map((some) => element("button", {
      type: "button", on: { click: () => open([...some, ...all.filter((file) => !some.includes(file))], "", some) },
    }, title(some)))] : []));
  }

  // Opens the first visible costume of the list unless the address of the page names an entry.
  function begin() {
    if (location.hash.length < 2) document.querySelector("#list a[data-kind=costume]:not([hidden])")?.click();
  }

  async function read(list) {
    const wanted = list.filter(({ path, file }) => !unread.test(path) && file.size > 0);
    if (wanted.reduce((sum, { file }) => sum + file.size, 0) > mostBytes) {
      return say("These files are larger than the limit of the page (600 MB). Choose the game's index and data files only.", true);
    }
    say("Reading …");
    const bytes = await Promise.all(wanted.map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })));
    open(bytes);
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
      await read(found.flat());
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
      if (done?.result) link.querySelector(".thumb").replaceChildren(element("img", { src: url(done.result), alt: "" }));
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
  const playing = { speed: 1, scale: 255, limbs: allLimbs, paused: false };

  class Player {
    // Plays `frames`, a `PlayedFrames` of the module; `undefined` if nothing is visible in the
    // animation.
    constructor(canvas, shown, frames, palette, box) {
      const { ticks, loopFrom } = frames ?? {};
      Object.assign(this, { canvas, shown, frames, ticks, loopFrom, at: 0, since: 0, last: performance.now() });
      const { left, top, width, height } = frames ?? { left: 0, top: 0, width: 1, height: 1 };
      canvas.width = Math.max(width, 1);
      canvas.height = Math.max(height, 1);
      // The colours in the format of an image in memory: four bytes for each colour, in the order
      // red, green, blue, opacity.
      const colours = new Uint8ClampedArray(1024);
      for (let i = 0; i < 256; i++) colours.set([...palette.subarray(i * 3, i * 3 + 3), i === frames?.transparent ? 0 : 255], i * 4);
      this.colours = new Uint32Array(colours.buffer);
      const px = (n) => `${n * state.zoom}px`;
      Object.assign(canvas.style, {
        left: px(left - box.left), top: px(top - box.top), width: px(canvas.width), height: px(canvas.height),
      });
      this.draw();
      this.request = requestAnimationFrame((now) => this.turn(now));
    }

    turn(now) {
      if (!playing.paused && this.frames) {
        this.since += (now - this.last) * playing.speed;
        const length = () => this.ticks[this.at] * this.shown.tick_microseconds / 1000;
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
      }
      this.last = now;
      this.request = requestAnimationFrame((later) => this.turn(later));
    }

    // Advances by one picture. Returns false if the animation has ended.
    step() {
      if (this.at + 1 < this.ticks.length) this.at += 1;
      else if (this.loopFrom !== undefined) this.at = this.loopFrom;
      else return false;
      return true;
    }

    draw() {
      if (!this.frames) return;
      const { width, height } = this.canvas;
      const context = this.canvas.getContext("2d", { willReadFrequently: true });
      const image = context.createImageData(width, height);
      const pixels = new Uint32Array(image.data.buffer);
      this.frames.picture(this.at).forEach((colour, i) => { pixels[i] = this.colours[colour]; });
      context.putImageData(image, 0, 0);
      byId("frame").textContent = `picture ${this.at + 1} of ${this.ticks.length}`;
    }

    stop() {
      cancelAnimationFrame(this.request);
      this.frames?.free();
    }
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
    const box = here.reduce((all, one) => ({
      left: Math.min(all.left, one.left), top: Math.min(all.top, one.top),
      right: Math.max(all.right, one.left + one.width), bottom: Math.max(all.bottom, one.top + one.height),
    }), { left: 0, top: 0, right: 1, bottom: 1 });
    const canvas = element("canvas", { id: "playing", role: "img", "aria-label": `Costume ${state.id}, ${chore.name}` });
    const size = { width: `${(box.right - box.left) * state.zoom}px`, height: `${(box.bottom - box.top) * state.zoom}px` };
    const anew = async () => {
      try {
        const done = await work("frames", () => game.frames(state.id, chore.chore, chore.facing, playing.scale, playing.limbs));
        if (!done) return;
        stopPlayer();
        player = new Player(canvas, shown, done.result, palette, box);
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
        element("div", { className: "actor", style: size }, canvas)),
      element("figcaption", { id: "caption" }, caption(chore, shown)),
      element("div", { className: "bar", role: "group", "aria-label": "Playing" },
        pressed("Pause", playing.paused, (event) => { playing.paused = !playing.paused; event.target.setAttribute("aria-pressed", String(playing.paused)); }, { id: "pause" }),
        element("button", { type: "button", id: "step", on: { click: stepOnce } }, "Step"),
        element("span", { id: "frame", className: "dim", role: "status" }),
        slider("Speed", "speed", [0.1, 0.25, 0.5, 1, 2, 4], playing.speed, (value) => { playing.speed = value; }),
        slider("Scale", "scale", [32, 64, 96, 128, 160, 192, 224, 255], playing.scale, (value) => { playing.scale = value; anew(); })),
      element("div", { className: "bar", role: "group", "aria-label": "Limbs" }, element("span", { className: "dim" }, "Limbs"), ...limbs),
      element("div", { className: "bar", role: "group", "aria-label": "Save" }, element("span", { className: "dim" }, "Save as"),
        ...[["APNG", "png"], ["GIF", "gif"]].map(([text, ending]) => save(text, `${named()}-${chore.file}.${ending}`, (file) =>
          made(file, () => game.animationFile(state.id, chore.chore, chore.facing, playing.scale, playing.limbs, coloursOf(shown), ending)))),
        save("Picture", `${named()}-${chore.file}-picture.png`, () => picture(canvas)),
        save("Sheet", `${named()}-sheet.png`, (file) => made(file, () => game.sheet(state.id, coloursOf(shown))))));
    // `draw` writes into the status line of this figure. Therefore the first picture is drawn after
    // the figure was added to the page.
    queueMicrotask(anew);
    return figure;
  }

  // Returns the beginning of the names of saved files: the game and the number of the costume.
  const named = () => `${byId("game").textContent.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase()}-costume-${String(state.id).padStart(3, "0")}`;
  const coloursOf = (shown) => state.room ?? shown.colours_of ?? undefined;

  function stepOnce() {
    playing.paused = true;
    byId("pause")?.setAttribute("aria-pressed", "true");
    if (player?.frames) {
      if (!player.step()) player.at = 0;
      player.draw();
    }
  }

  function again() {
    if (player?.frames) {
      Object.assign(player, { at: 0, since: 0 });
      player.draw();
    }
  }

  function picture(canvas) {
    return bytesOf(canvas.toDataURL("image/png").split(",")[1]);
  }

  // Returns the bytes of a file, or `undefined` if the work was cancelled, for example because the
  // user has requested the same file again.
  async function made(file, begin) {
    return (await work(`file ${file}`, begin))?.result;
  }

  function save(text, name, make) {
    return element("button", {
      type: "button", dataset: { file: name }, on: {
        click: async () => {
          try {
            const bytes = await make(name);
            if (!bytes) return;
            const link = element("a", { href: URL.createObjectURL(new Blob([bytes])), download: name });
            link.click();
            setTimeout(() => URL.revokeObjectURL(link.href), 10000);
          } catch (error) {
            explain(error);
          }
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
      this.draw();
      this.due = performance.now();
      this.request = requestAnimationFrame((now) => this.turn(now));
    }

    turn(now) {
      // After a pause of more than half a second, for example while the page was hidden, the missed
      // frames are skipped.
      if (now - this.due > 500) this.due = now;
      for (; now >= this.due; this.due += this.walk.duration) this.frame();
      this.request = requestAnimationFrame((later) => this.turn(later));
    }

    frame() {
      const start = performance.now();
      this.walk.tick();
      this.draw();
      this.times.push(performance.now() - start);
      if (this.times.length > 600) this.times.shift();
    }

    draw() {
      const { width, height } = this.canvas;
      this.canvas.getContext("2d").putImageData(new ImageData(this.walk.pixels, width, height), 0, 0);
      this.canvas.dataset.at = this.walk.place()?.join(",") ?? "";
    }

    stop() {
      cancelAnimationFrame(this.request);
      this.walk.free();
    }
  }

  function room(shown) {
    if (!shown.width || !shown.height) return [];
    const canvas = element("canvas", { id: "walking", tabIndex: 0, role: "img", "aria-label": `Room ${shown.id} with its actors; a click or an arrow key moves the controlled actor` });
    try {
      walking = new Walking(shown, canvas);
      // The picture is enlarged as far as it fits onto the page, at most three times.
      const { width, height } = canvas;
      canvas.style.width = `min(100%, ${3 * width}px, max(${width}px, (100vh - 22rem) * ${width / height}))`;
    } catch (error) {
      return [element("p", { className: "bad" }, error.message)];
    }
    // The message about the result of a click. It is shown below the picture and removed with the
    // room.
    const told = element("p", { id: "told", role: "status" });
    const to = (event) => {
      const scale = canvas.width / canvas.clientWidth;
      send(event.offsetX * scale, event.offsetY * scale);
    };
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
    return [
      element("h3", {}, "Walk"),
      element("div", { className: "bar" }, element("label", {}, "Costume ", choose), element("button", { type: "button", id: "put", on: { click: put } }, "Add"),
        element("label", {}, "Control ", lead), element("button", { type: "button", id: "empty", on: { click: empty } }, "Remove all actors"),
        element("span", { className: "dim" }, "A click, a touch or an arrow key moves the controlled actor.")),
      canvas,
      told,
      objects.length ? element("details", {}, element("summary", {}, "Objects"), ...objects.map((one) => element("label", { className: "object" }, `object ${one.id}, state `,
        element("input", { type: "number", min: 0, max: 15, value: one.state, on: { change: (event) => attempt(() => walking.walk.setObject(one.id, Number(event.target.value))) } })))) : "",
    ];
  }

  function leave() {
    cancel("costume");
    cancel("frames");
    stopPlayer();
    walking?.stop();
    walking = null;
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
    store("readwrite", (to) => (wanted ? to.put(files, "last") : to.clear()))
      .then(() => { byId("forget").hidden = !wanted; }, (error) => say(`This browser cannot store the game: ${error.message}`, true));
  }

  // ---- start of the page
  // -----------------------------------------------------------------------------------------------

  function key(event) {
    if (event.target !== document.body && event.target.tagName !== "MAIN") return;
    if (event.key === " " && byId("pause")) {
      event.preventDefault();
      byId("pause").click();
    } else if (event.key === ".") stepOnce();
  }

  async function start(exports) {
    module = exports;
    const listen = (id, name, act) => byId(id).addEventListener(name, act);
    const chosen = ({ target }) => read([...target.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
    listen("folder", "change", chosen);
    listen("files", "change", chosen);
    listen("demo", "click", () => { location.hash = ""; show(OpenedGame.demo()); byId("keep").hidden = true; begin(); });
    listen("remember", "change", (event) => keep(event.target.checked));
    listen("forget", "click", () => keep(false));
    document.addEventListener("keydown", key);
    document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
    document.addEventListener("drop", dropped);
    const kept = await store("readonly", (from) => from.get("last")).catch(() => null);
    if (kept && open(kept, location.hash)) {
      byId("remember").checked = true;
      byId("forget").hidden = false;
    } else {
      show(OpenedGame.demo());
      begin();
    }
    document.body.dataset.ready = "yes";
  }

  // Functions for the tests of the page. `times` returns the milliseconds that each of the last
  // frames has taken; `frame` plays a frame immediately.
  window.wardrobe = {
    times: () => walking?.times ?? [], frame: () => walking?.frame(), put: (id) => game.putInto(walking.walk, id),
    go: (x, y) => walking?.walk.go(x, y), memory: () => module.memory.buffer.byteLength,
  };

  wardrobeModule().then(start, (error) => say(`This browser cannot run the page: ${error.message}`, true));
})();
