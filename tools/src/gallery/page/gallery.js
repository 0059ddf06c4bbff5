// The script of the gallery: shows the rooms and costumes that data.js lists. The data are in files
// beside this script. A page from the file system may not read files, but it may run scripts.
// Therefore pictures whose colours change are inside scripts, and this script sets their colours. A
// page that computes its data itself passes `begin` an object of functions, which are called
// instead of loading files.
"use strict";

const gallery = (() => {
  const byId = (id) => document.getElementById(id);
  const state = { kind: null, id: null, chore: null, direction: null, anim: null, frame: null, room: null, zoom: 3, ground: "checks" };
  const costumes = new Map();
  const loading = new Map();
  const waiting = new Map();
  const compass = [
    "north-west", "north", "north-east", "west", null, "east", "south-west", "south", "south-east",
  ];
  const arrows = {
    north: "↑", "north-east": "↗", east: "→", "south-east": "↘", south: "↓", "south-west": "↙", west: "←", "north-west": "↖",
  };
  // The directions clockwise: the arrow keys turn a costume in this order.
  const clockwise = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
  // The number of milliseconds that loading a costume may take before the page shows "Working".
  const patience = 200;
  // The number of milliseconds that the page computes before it lets the browser handle the user's
  // input.
  const sliceTime = 12;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let data = { rooms: [], costumes: [] };
  let live = {};
  let urls = [];
  // The number of views that were requested so far. It tells whether a result still belongs to the
  // newest request.
  let renders = 0;

  // ---- elements
  // -----------------------------------------------------------------------------------------------

  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
      else if (key === "style" || key === "dataset") Object.assign(made[key], value);
      else if (key in made) made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function pairs(entries) {
    return element("dl", {}, ...entries.flatMap(([term, text]) => [
      element("dt", {}, term), element("dd", {}, String(text)),
    ]));
  }

  function table(heads, rows) {
    const row = (cells, name) => element("tr", {}, ...cells.map((cell) => element(name, {}, String(cell))));
    return element("div", { className: "scroll", tabIndex: 0, role: "group", "aria-label": `Table of ${heads.join(", ")}` },
      element("table", {}, element("thead", {}, row(heads, "th")), element("tbody", {}, ...rows.map((r) => row(r, "td")))));
  }

  function pressed(text, on, act, properties = {}) {
    return element("button", { type: "button", "aria-pressed": String(on), on: { click: act }, ...properties }, text);
  }

  // ---- casting
  // -----------------------------------------------------------------------------------------------

  // Returns the text `shown in rooms 1, 2 and 3`, or the room whose file contains the costume.
  function listed(things) {
    const all = things.length > 6 ? [...things.slice(0, 5), `${things.length - 5} more`] : things;
    return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]}`;
  }

  // Returns the address of a view. A page that can open several games names the game.
  const address = (words) => `#${[...(live.absent ? [["game", data.id]] : []), ...words].map(([key, value]) => `${key}=${value}`).join("&")}`;
  const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const damaged = (one) => (one.damage?.length ? `damaged: ${one.damage[0]}${one.damage.length > 1 ? ` and ${one.damage.length - 1} more` : ""}; ` : "");
  const quoted = (names) => names.map((name) => `“${name}”`);
  const title = (one) => one.file ?? [`Costume ${one.id}`, listed(quoted(one.names))].filter(Boolean).join(" ");
  const evidence = (level) => `level ${level}, ${data.levels[level - 1]}`;

  function whereShown(one) {
    if (one.file) return "a file without a game";
    const rooms = one.shown_in.map((shown) => shown.room);
    return rooms.length ? `shown in ${rooms.length > 1 ? "rooms" : "room"} ${listed(rooms)}` : `room ${one.room}`;
  }

  // Returns the list of the actors in a room. Each entry has a link to the actor's costume in the
  // room's colours.
  function people(room) {
    const member = (one) => element("li", {},
      element("a", { href: address([["costume", one.costume], ["room", room.id]]) },
        [`Actor ${one.actor}`, ...quoted(one.name ? [one.name] : []), `in costume ${one.costume}`].join(" ")),
      ` ${one.x === undefined ? "at an unknown position" : `at ${one.x},${one.y}`}; ${evidence(one.level)}`);
    return element("ul", { id: "cast" }, ...room.cast.map(member));
  }

  // ---- pictures
  // -----------------------------------------------------------------------------------------------

  const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });

  function crc(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) sum = crcTable[(sum ^ byte) & 255] ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
  }

  function bytesOf(base64) {
    const letters = atob(base64);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
  }

  // Returns the URL of a PNG with other colours. The entries of its chunk PLTE are replaced.
  function coloured(base64, colours) {
    const png = bytesOf(base64);
    const view = new DataView(png.buffer);
    for (let at = 8; at + 12 <= png.length; at += view.getUint32(at) + 12) {
      const length = view.getUint32(at);
      if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === "PLTE") {
        png.set(colours.subarray(0, length), at + 8);
        view.setUint32(at + 8 + length, crc(png.subarray(at + 4, at + 8 + length)));
        break;
      }
    }
    const url = URL.createObjectURL(new Blob([png], { type: "image/png" }));
    urls.push(url);
    return url;
  }

  // Returns the colours of a room, or if there is no such room, those of a costume's list entry.
  function paletteOf(id, entry = entryOf(state.id)) {
    const room = data.rooms.find((one) => one.id === id && one.palette);
    return bytesOf(room?.palette ?? entry?.palette ?? data.palette);
  }

  function entryOf(id) {
    return data.costumes.find((one) => one.id === id);
  }

  // Returns the colours of a costume's colour indices. If the list of numbers is empty, the cels
  // contain screen colours.
  function numbered(palette, numbers) {
    if (!numbers.length) return palette;
    const own = new Uint8Array(768);
    numbers.forEach((screen, i) => own.set(palette.subarray((screen & 255) * 3, (screen & 255) * 3 + 3), i * 3));
    return own;
  }

  function swatches(colours) {
    const list = element("div", { className: "swatches" });
    for (let i = 0; i * 3 < colours.length; i++) {
      const colour = `rgb(${colours[i * 3]}, ${colours[i * 3 + 1]}, ${colours[i * 3 + 2]})`;
      list.append(element("span", { title: `${i}: ${colour}`, style: { background: colour } }));
    }
    return list;
  }

  // Returns the small picture of an entry. If the user prefers reduced motion, a still picture
  // replaces an animation.
  function portrait(src, loading = "lazy") {
    const image = element("img", { src, alt: "", loading });
    if (isStill) image.addEventListener("load", () => image.replaceWith(stillOf(image)), { once: true });
    return image;
  }

  // Returns a canvas with the first picture of an animation.
  function stillOf(image) {
    const canvas = element("canvas", { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas;
  }

  // ---- the list
  // -----------------------------------------------------------------------------------------------

  function fillList() {
    const entry = (kind, one, title, text, picture) => {
      const link = element("a", { href: address([[kind, one.id]]), dataset: { kind, id: one.id } },
        element("span", { className: "thumb" }, picture ? portrait(picture) : ""),
        element("span", {}, title, element("small", {}, text)));
      link.dataset.words = `${title} ${text}`.toLowerCase();
      // Some games have rooms of a few pixels, which are never shown and only store resources.
      if (kind === "room" && one.width < 64) link.classList.add("tiny");
      // The values by which the wall is sorted: the number of the room, and the size.
      link.dataset.room = kind === "room" ? one.id : one.shown_in[0]?.room ?? one.room;
      link.dataset.size = kind === "room" ? one.width * one.height : one.cels ?? 0;
      return link;
    };
    byId("list").replaceChildren(
      ...data.costumes.map((one) => entry("costume", one, title(one),
        one.error ?? `${damaged(one)}${one.kind} ${one.format}; ${whereShown(one)}; ${count(one.anims, "animation")}, ${count(one.cels, "cel")}`, one.picture)),
      ...data.rooms.map((one) => entry("room", one, one.name ? `Room ${one.id} ${one.name}` : `Room ${one.id}`,
        one.error ?? [`${damaged(one)}${one.width}×${one.height}, ${count(one.planes, "plane")}, ${one.boxes} box${one.boxes === 1 ? "" : "es"}`,
          listed(quoted([...new Set(one.cast.flatMap((member) => member.name ?? []))]))].filter(Boolean).join(", with "), one.picture)),
    );
    sort();
    search();
  }

  // Sorts the list. By number or by size, costumes precede rooms; by size, the largest entry is the
  // first. By room, each room is followed by the costumes that are shown in it.
  function sort() {
    const by = byId("sort").value;
    const kinds = ["costume", "room"];
    const number = (link, key) => Number(link.dataset[key]);
    const kind = (a, b) => kinds.indexOf(a.dataset.kind) - kinds.indexOf(b.dataset.kind);
    const orders = {
      number: (a, b) => kind(a, b) || number(a, "id") - number(b, "id"),
      room: (a, b) => number(a, "room") - number(b, "room") || -kind(a, b) || number(a, "id") - number(b, "id"),
      size: (a, b) => kind(a, b) || number(b, "size") - number(a, "size") || number(a, "id") - number(b, "id"),
    };
    byId("list").append(...[...byId("list").children].sort(orders[by]));
  }

  function search() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const link of byId("list").children) {
      const { words: text } = link.dataset;
      const numbers = text.match(/\d+/g) ?? [];
      // A number matches only the whole number: 5 does not match 25.
      link.hidden = !words.every((word) => (/^\d+$/.test(word) ? numbers.includes(word) : text.includes(word)));
      count += link.hidden ? 0 : 1;
    }
    byId("found").textContent = `${count} of ${byId("list").children.length}`;
  }

  function shown() {
    return [...byId("list").children].filter((link) => !link.hidden);
  }

  function step(by) {
    const links = shown();
    const at = links.findIndex((link) => link.hasAttribute("aria-current"));
    const next = links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)];
    if (next) location.hash = next.hash;
  }

  // ---- a costume
  // -----------------------------------------------------------------------------------------------

  // Returns the costume with this number, or nothing if the user has requested something else in
  // the meantime.
  async function load(id) {
    if (costumes.has(id)) return costumes.get(id);
    if (live.costume) {
      const costume = await live.costume(id);
      if (costume) costumes.set(id, costume);
      return costume;
    }
    if (!loading.has(id)) {
      loading.set(id, new Promise((resolve) => {
        waiting.set(id, resolve);
        const entry = data.costumes.find((one) => one.id === id);
        document.head.append(element("script", { src: entry.script }));
      }));
    }
    return loading.get(id);
  }

  function chosen(costume) {
    const chores = costume.chores;
    const named = costume.info.animations.find((one) => one.number === state.anim);
    if (named) Object.assign(state, { chore: named.frame, direction: named.facing, anim: null });
    const numbers = [...new Set(chores.map((one) => one.chore))];
    if (!numbers.includes(state.chore)) {
      // Without a walk, the first chore that moves is shown.
      const shown = chores.find((one) => one.name.startsWith("walk-")) ?? chores.find((one) => one.ticks.length > 1) ?? chores[0];
      state.chore = shown ? shown.chore : null;
    }
    const here = chores.filter((one) => one.chore === state.chore);
    const wanted = here.find((one) => one.direction === state.direction)
      ?? here.find((one) => one.direction === "south") ?? here[0];
    if (wanted) state.direction = wanted.direction;
    return { numbers, here, chore: wanted };
  }

  function seconds(chore, costume) {
    const ticks = chore.ticks.reduce((sum, n) => sum + n, 0);
    return `${(ticks * costume.tick_microseconds / 1e6).toFixed(1)} s`;
  }

  const ends = { loops: "repeats for ever", stands: "comes to rest", open: "is cut off here" };

  function caption(chore, costume) {
    const cues = (chore.cues ?? []).map((cue) => `${cue.kind === "slot" ? `sound slot ${cue.slot}`
      : cue.kind === "sound" ? `sound ${cue.sound}` : cue.kind === "command" ? `command ${cue.command}` : cue.kind} in frame ${cue.tick}`);
    return [chore.name, `${chore.width}×${chore.height}`, count(chore.ticks.length, "picture"), seconds(chore, costume), ends[chore.end], ...cues]
      .join(" · ");
  }

  function stage(costume, chore, here, palette) {
    const box = here.reduce((all, one) => ({
      left: Math.min(all.left, one.left), top: Math.min(all.top, one.top),
      right: Math.max(all.right, one.left + one.width), bottom: Math.max(all.bottom, one.top + one.height),
    }), { left: 0, top: 0, right: 1, bottom: 1 });
    const px = (n) => `${n * state.zoom}px`;
    const image = element("img", {
      id: "playing", alt: `Costume ${state.id}, ${chore.name}`, src: coloured(chore.png, palette),
      style: { left: px(chore.left - box.left), top: px(chore.top - box.top), width: px(chore.width), height: px(chore.height) },
    });
    const actor = element("div", { className: "actor", style: { width: px(box.right - box.left), height: px(box.bottom - box.top) } }, image);
    reel = chore.shown ? new Reel(costume, chore, palette, box, image) : null;
    const own = reel;
    // The controls are on the page after this function has returned them.
    if (isStill && own) queueMicrotask(() => own === reel && own.pause());
    return element("figure", {},
      element("div", { className: "ground", tabIndex: 0, role: "group", "aria-label": "The animation", dataset: { ground: state.ground } }, actor),
      element("figcaption", { id: "caption" }, caption(chore, costume)),
      ...(reel ? reel.controls() : []));
  }

  // ---- a chore frame by frame
  // -----------------------------------------------------------------------------------------------

  // The frames of the visible chore.
  let reel = null;

  // Draws the frames of a chore from its cels. At first the browser plays the animated picture. The
  // first use of a control replaces the picture by a canvas.
  class Reel {
    constructor(costume, chore, palette, box, image) {
      Object.assign(this, { costume, chore, box, image, at: 0, playing: true, onion: false, hidden: new Set(), timer: null });
      this.colours = numbered(palette, costume.numbers);
      this.numbers = new Map();
      costume.cels.forEach((cel, i) => {
        const names = costume.info.kind === "COST" ? (cel.shown_as ?? []).map(([limb, code]) => `${limb}:${code}`) : [String(cel.number)];
        for (const name of names) this.numbers.set(name, i);
      });
      this.images = new Map();
      this.canvas = element("canvas", {
        width: box.right - box.left, height: box.bottom - box.top, hidden: true, role: "img", "aria-label": image.alt,
        style: { width: "100%", height: "100%", imageRendering: "pixelated" },
      });
      // The engine mirrors pictures about the actor's position.
      this.mirrored = costume.info.mirrors_west && chore.direction.includes("west");
      image.after(this.canvas);
    }

    name([limb, number]) {
      return this.costume.info.kind === "COST" ? `${limb}:${number}` : String(number);
    }

    // Returns the picture of a cel. The frame is drawn again when the picture is decoded.
    picture(cel) {
      const index = this.numbers.get(this.name(cel));
      const { png } = this.costume.cels[index] ?? {};
      if (!png) return null;
      if (!this.images.has(index)) {
        this.images.set(index, element("img", { src: coloured(png, this.colours), on: { load: () => this.draw() } }));
      }
      return this.images.get(index);
    }

    paint(number, opacity) {
      const context = this.canvas.getContext("2d");
      const [, cels] = this.chore.shown[number];
      context.globalAlpha = opacity;
      for (const cel of cels) {
        const [limb, , x, y] = cel;
        const picture = this.hidden.has(limb) ? null : this.picture(cel);
        if (!picture?.complete || !picture.naturalWidth) continue;
        context.save();
        if (this.mirrored) {
          context.translate(1 - this.box.left, 0);
          context.scale(-1, 1);
          context.drawImage(picture, x, y - this.box.top);
        } else context.drawImage(picture, x - this.box.left, y - this.box.top);
        context.restore();
      }
      context.globalAlpha = 1;
    }

    draw() {
      const { shown } = this.chore;
      this.canvas.getContext("2d").clearRect(0, 0, this.canvas.width, this.canvas.height);
      if (this.onion && shown.length > 1) {
        this.paint((this.at + shown.length - 1) % shown.length, 0.3);
        this.paint((this.at + 1) % shown.length, 0.3);
      }
      this.paint(this.at, 1);
      const cels = shown[this.at][1].map((cel) => `limb ${cel[0]}: ${this.name(cel)}`).join(", ");
      byId("scrubber").value = this.at;
      byId("scrubber").setAttribute("aria-valuetext", `${this.at + 1} of ${shown.length}`);
      byId("frame").textContent = `${this.at + 1} of ${shown.length} · ${cels || "no cel"}`;
      byId("pause").setAttribute("aria-pressed", String(!this.playing));
    }

    // Shows the canvas in place of the animated picture.
    begin() {
      this.canvas.hidden = false;
      this.image.style.visibility = "hidden";
      this.draw();
    }

    pause() {
      this.playing = false;
      clearTimeout(this.timer);
      this.begin();
    }

    play() {
      this.playing = true;
      clearTimeout(this.timer);
      this.begin();
      const [ticks] = this.chore.shown[this.at];
      this.timer = setTimeout(() => {
        if (reel !== this || !this.canvas.isConnected) return;
        this.at = (this.at + 1) % this.chore.shown.length;
        this.play();
      }, ticks * this.costume.tick_microseconds / 1000);
    }

    toggle() {
      // The canvas begins at the first frame, because the page does not know the frame of the picture.
      if (this.playing) this.pause();
      else this.play();
    }

    go(to) {
      const { length } = this.chore.shown;
      this.at = (to + length) % length;
      this.pause();
    }

    changed() {
      if (this.playing) this.play();
      else this.begin();
    }

    controls() {
      const limbs = [...new Set(this.chore.shown.flatMap(([, cels]) => cels.map(([limb]) => limb)))].sort((a, b) => a - b);
      const box = (text, id, checked, act) => element("label", {}, element("input", { type: "checkbox", id, checked, on: { change: (event) => act(event.target.checked) } }), ` ${text}`);
      return [
        element("div", { className: "bar", role: "group", "aria-label": "Playing" },
          pressed("Pause", false, () => this.toggle(), { id: "pause", title: "Space" }),
          element("button", { type: "button", id: "previous-frame", title: ",", "aria-label": "Previous frame", on: { click: () => this.go(this.at - 1) } }, "◀"),
          element("input", { type: "range", id: "scrubber", min: 0, max: this.chore.shown.length - 1, value: 0, "aria-label": "Frame", "aria-valuetext": `1 of ${this.chore.shown.length}`, on: { input: (event) => this.go(Number(event.target.value)) } }),
          element("button", { type: "button", id: "next-frame", title: ".", "aria-label": "Next frame", on: { click: () => this.go(this.at + 1) } }, "▶"),
          box("onion skin", "onion", false, (on) => { this.onion = on; this.changed(); })),
        element("div", { className: "bar", role: "group", "aria-label": "Limbs" }, element("span", { className: "dim" }, "Limbs"),
          ...limbs.map((limb) => box(String(limb), `limb-${limb}`, true, (on) => {
            if (on) this.hidden.delete(limb);
            else this.hidden.add(limb);
            this.changed();
          }))),
        element("p", { id: "frame", className: "dim", role: "status" }),
      ];
    }
  }

  function directions(here) {
    const buttons = compass.map((direction) => {
      if (!direction) return element("span", {}, "facing");
      const there = here.some((one) => one.direction === direction);
      return pressed(arrows[direction], direction === state.direction && there, () => go({ direction }), {
        disabled: !there, title: direction, "aria-label": direction,
      });
    });
    return element("div", { className: "compass", role: "group", "aria-label": "Direction" }, ...buttons);
  }

  function rooms(costume) {
    const room = state.room ?? costume.colours_of;
    const option = (one) => element("option", { value: one.id, selected: one.id === room }, `room ${one.id}${one.name ? ` ${one.name}` : ""}`);
    const there = data.rooms.filter((one) => one.palette);
    const none = there.some((one) => one.id === room) ? null : element("option", { value: "", selected: true }, "none");
    return element("label", {}, "Colours of ", element("select", {
      id: "colours", on: { change: (event) => go({ room: Number(event.target.value) || null }) },
    }, none ?? "", ...there.map(option)));
  }

  function choice(text, key, values) {
    const option = (value) => element("option", { value, selected: String(state[key]) === String(value) }, String(value));
    const change = (event) => go({ [key]: key === "zoom" ? Number(event.target.value) : event.target.value });
    return element("label", {}, `${text} `, element("select", { id: key, on: { change } }, ...values.map(option)));
  }

  function showCostume(costume) {
    const { info } = costume;
    const { numbers, here, chore } = chosen(costume);
    const palette = paletteOf(state.room ?? costume.colours_of);
    const parts = [
      element("h2", {}, title(entryOf(state.id))),
      element("p", { className: "dim" }, `${info.kind} ${info.encoding}, ${count(info.animation_count, "animation")}, ${count(info.limb_count, "limb")}, ${count(info.cel_count, "cel")}`),
      element("div", { className: "bar" }, data.rooms.length ? rooms(costume) : null, choice("Zoom", "zoom", [1, 2, 3, 4, 6, 8]),
        choice("Ground", "ground", ["checks", "black", "white"]),
        element("button", { type: "button", id: "again", on: { click: again } }, "Play again"),
        live.copy ? element("button", { type: "button", id: "link", on: { click: live.copy } }, "Copy link") : null,
        chore && !live.stage ? element("a", { id: "save", download: `costume-${state.id}-${chore.name}.png` }, "Save as APNG") : null),
    ];
    if (chore) {
      const name = (number) => {
        const own = costume.chores.find((one) => one.chore === number);
        return own.name.startsWith("chore-") ? String(number) : `${number} ${own.name.slice(0, -own.direction.length - 1)}`;
      };
      parts.push(
        element("div", { className: "chores", role: "group", "aria-label": "Chore" },
          ...numbers.map((number) => pressed(name(number), number === state.chore, () => go({ chore: number })))),
        element("div", { className: "play" }, (live.stage ?? stage)(costume, chore, here, palette), directions(here)));
    } else parts.push(element("p", {}, costume.left_out ?? "No chore draws a picture."));
    parts.push(...sheet(costume, palette), ...(live.more?.(costume) ?? []));
    byId("view").replaceChildren(...parts);
    const save = byId("save");
    if (save) save.href = byId("playing").src;
  }

  // Returns the name of a cel: limb and number in a COST, the number in other costumes.
  function celName(costume, cel) {
    const [first] = costume.info.kind === "COST" ? cel.shown_as ?? [] : [];
    return first ? first.join(":") : String(cel.number);
  }

  function sheet(costume, palette) {
    const { info, cels } = costume;
    const colours = numbered(palette, costume.numbers);
    const own = costume.numbers.length ? colours.subarray(0, costume.numbers.length * 3) : palette;
    const images = cels.map((cel) => (cel.png ? element("img", { alt: `Cel ${celName(costume, cel)}` }) : null));
    const celButtons = cels.map((cel, i) => element("button", {
      type: "button", title: `Cel ${celName(costume, cel)}`, dataset: { cel: cel.number }, tabIndex: i ? -1 : 0,
      on: { click: () => view(costume, i), keydown: (event) => focusCel(event, i) },
    }, images[i] ?? "none", celName(costume, cel)));
    // All cels are one tab stop; the arrow keys move between them.
    const focusCel = (event, i) => {
      const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: cels.length - 1 }[event.key];
      const button = celButtons[to];
      if (!button || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      for (const one of celButtons) one.tabIndex = one === button ? 0 : -1;
      button.focus();
    };
    fill(images, cels, colours);
    const limb = (one) => `${one.limb} ${one.mode}${one.range ? ` ${one.range.join("–")}` : ""}`;
    return [
      element("h3", {}, "Cels"), element("div", { className: "cels", role: "group", "aria-label": "Cels" }, ...celButtons),
      element("h3", {}, "Data sheet"),
      pairs([
        ["SCUMM", info.he ? `v${info.version}, Humongous ${info.he}` : `v${info.version}`],
        ["kind", `${info.kind} ${info.encoding}`],
        ["west", info.mirrors_west ? "mirrored from east" : "drawn as stored"],
        ["palette", info.palette.join(" ") || "none"],
        ["colours of", costume.colours_from],
        ...castFacts(info.cast),
        ["damaged", info.findings.join("; ") || "nothing"],
      ]),
      element("h3", {}, "Colours"), swatches(own),
      element("h3", {}, "Animations"),
      table(["number", "chore", "facing", "limbs"], info.animations.map((one) => [one.number, one.frame, one.facing, one.limbs.map(limb).join(", ")])),
      element("details", {}, element("summary", {}, "Commands"), element("pre", { tabIndex: 0, role: "group", "aria-label": "Commands" }, (info.code ?? []).join("\n"))),
    ];
  }

  // Sets the pictures of cels, as many as fit into a slice of time. The other pictures are set
  // later, if the view is still the same.
  function fill(images, cels, colours, from = 0) {
    const shown = urls;
    const until = performance.now() + sliceTime;
    for (let i = from; i < images.length; i++) {
      if (performance.now() >= until) {
        setTimeout(() => urls === shown && fill(images, cels, colours, i));
        return;
      }
      if (images[i]) images[i].src = coloured(cels[i].png, colours);
    }
  }

  function castFacts(cast) {
    if (!cast) return [];
    const shown = cast.rooms.map((one) => `room ${one.room} (${evidence(one.level)})`);
    return [["worn by", cast.actors.map((actor) => `actor ${actor}`)], ["talks in", cast.talk_colours.map((one) => `colour ${one}`)], ["shown in", shown]]
      .filter(([, things]) => things.length).map(([term, things]) => [term, things.join(", ")]);
  }

  function again() {
    if (live.again) return void live.again();
    if (reel && !reel.canvas.hidden) {
      reel.at = 0;
      return void reel.play();
    }
    const image = byId("playing");
    if (!image) return;
    // The browser restarts an animation only if the address of the picture changes.
    const chore = costumes.get(state.id).chores.find((one) => one.chore === state.chore && one.direction === state.direction);
    image.src = coloured(chore.png, paletteOf(state.room ?? costumes.get(state.id).colours_of));
  }

  // ---- a cel
  // -----------------------------------------------------------------------------------------------

  let viewed = null;

  function view(costume, index) {
    viewed = { costume, index };
    showCel();
    if (!byId("viewer").open) byId("viewer").showModal();
    byId("viewer-ground").focus();
  }

  function showCel() {
    const { costume, index } = viewed;
    const cel = costume.cels[index];
    const colours = numbered(paletteOf(state.room ?? costume.colours_of), costume.numbers);
    const zoom = Number(byId("viewer-zoom").value);
    byId("viewer-zoom").setAttribute("aria-valuetext", `${zoom} times`);
    const name = celName(costume, cel);
    byId("viewer-title").textContent = `Cel ${name} of costume ${state.id}`;
    const ground = byId("viewer-ground");
    ground.setAttribute("aria-label", `Cel ${name}`);
    ground.dataset.ground = state.ground;
    ground.replaceChildren(cel.png ? element("img", {
      alt: "", src: coloured(cel.png, colours), style: { width: `${cel.width * zoom}px`, height: `${cel.height * zoom}px` },
    }) : "no picture");
    const save = byId("viewer-save");
    save.hidden = !cel.png;
    save.download = `costume-${state.id}-cel-${cel.number}.png`;
    if (cel.png) save.href = ground.firstChild.src;
    const places = (cel.shown_as ?? []).map(([limb, code]) => `${limb}:${code}`).join(", ");
    byId("viewer-data").replaceChildren(...pairs([
      ["size", `${cel.width}×${cel.height}`], ["position", `${cel.x}, ${cel.y}`],
      ["moves later cels by", `${cel.move_x}, ${cel.move_y}`], ["limb:number", places || "–"],
    ]).childNodes);
    byId("viewer-previous").disabled = index === 0;
    byId("viewer-next").disabled = index + 1 === costume.cels.length;
  }

  function turnCel(by) {
    const index = viewed.index + by;
    if (index >= 0 && index < viewed.costume.cels.length) {
      viewed.index = index;
      showCel();
    }
  }

  // ---- a room
  // -----------------------------------------------------------------------------------------------

  function showRoom(room) {
    const parts = [element("h2", {}, room.name ? `Room ${room.id} ${room.name}` : `Room ${room.id}`)];
    if (room.error) {
      byId("view").replaceChildren(...parts, element("p", {}, room.error));
      return;
    }
    live.prepare?.(room);
    if (room.damage?.length) parts.push(element("p", { className: "bad" }, `Damaged: ${room.damage.join("; ")}`));
    fit(room);
    const layers = element("div", { className: "layers", style: { width: `${room.width * state.zoom}px`, height: `${room.height * state.zoom}px` } },
      element("img", { id: "background", alt: "The background", src: room.picture }));
    const toggle = (text, layer, checked = false) => {
      layer.hidden = !checked;
      layers.append(layer);
      return element("label", {}, element("input", { type: "checkbox", checked, on: { change: (event) => { layer.hidden = !event.target.checked; layer.style.display = layer.hidden ? "none" : ""; } } }), ` ${text}`);
    };
    const bar = element("div", { className: "bar" }, choice("Zoom", "zoom", [1, 2, 3, 4, 6, 8]));
    if (room.cast_picture) bar.append(toggle("cast", element("img", { alt: "The room with its cast", src: room.cast_picture }), true));
    room.plane_pictures.forEach((src, i) => {
      const plane = element("img", { className: "plane", alt: `Plane ${i + 1}`, src, style: { display: "none" } });
      bar.append(toggle(`plane ${i + 1}`, plane));
    });
    if (room.boxes) bar.append(toggle("walk boxes", outlines(room)));
    if (room.room_objects.length) bar.append(toggle("objects", rectangles(room)));
    const living = data.costumes.filter((one) => one.room === room.id);
    byId("view").replaceChildren(...parts,
      element("p", { className: "dim" }, `${room.width}×${room.height}, ${count(room.planes, "plane")}, ${room.boxes} walk box${room.boxes === 1 ? "" : "es"}, ${count(room.objects, "object")}, ${count(room.cycles, "colour cycle")}`),
      ...pictures(bar, element("div", { className: "ground", tabIndex: 0, role: "group", "aria-label": "The background and its layers", style: { placeItems: "start" } }, layers), live.room?.(room) ?? []),
      ...(room.cast.length ? [element("h3", {}, "Cast"), people(room)] : []),
      element("h3", {}, "Costumes in the room's file"),
      element("p", {}, ...(living.length ? living.flatMap((one) => [element("a", { className: "number", href: address([["costume", one.id], ["room", room.id]]) }, String(one.id)), " "]) : ["none"])),
      element("h3", {}, "Colours"), room.palette ? swatches(bytesOf(room.palette)) : "none",
      element("h3", {}, "Walk boxes"),
      table(["box", "corners", "mask", "flags", "scale"], room.walk_boxes.map((box, i) => [i, box.corners.map((c) => c.join(",")).join(" "), box.mask, box.flags, box.scale])),
      element("h3", {}, "Objects"),
      table(["object", "name", "position", "size", "states with a picture"], room.room_objects.map((object) => [object.id, object.name ?? "–", `${object.x}, ${object.y}`, `${object.width}×${object.height}`, object.states.join(" ") || "–"])));
  }

  // If the page shows a room with moving actors, the picture with layers would show the background
  // a second time. Therefore it is in a closed section below.
  function pictures(bar, ground, walked) {
    if (!walked.length) return [bar, ground];
    return [...walked, element("details", { id: "layers" }, element("summary", {}, "Background, planes, walk boxes and objects"), bar, ground)];
  }

  // Sets the zoom with which a room fits the page, unless the user has chosen a zoom.
  function fit(room) {
    if (state.zoomed) return;
    const wide = byId("view").clientWidth - 36;
    state.zoom = [3, 2, 1].find((zoom) => zoom === 1 || room.width * zoom <= wide);
  }

  // Returns an element of a drawing.
  function shape(name, properties) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
    return made;
  }

  // Returns an empty drawing of the size of a room.
  function drawing(room, label) {
    return shape("svg", { viewBox: `0 0 ${room.width} ${room.height}`, style: "display:none", role: "img", "aria-label": label });
  }

  // Returns a polygon with a text in its middle.
  function labelled(corners, text) {
    const middle = (i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length;
    const label = shape("text", { x: middle(0), y: middle(1) });
    label.textContent = String(text);
    return [shape("polygon", { points: corners.map((c) => c.join(",")).join(" ") }), label];
  }

  function outlines(room) {
    const boxes = drawing(room, "Walk boxes");
    room.walk_boxes.forEach((box, i) => {
      if (box.corners.some(([x]) => x <= -32000)) return;
      boxes.append(...labelled(box.corners, i));
    });
    return boxes;
  }

  function rectangles(room) {
    const objects = drawing(room, "Objects");
    for (const { id, name, x, y, width, height } of room.room_objects) {
      if (width === 0 || height === 0) continue;
      const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
      objects.append(...labelled(corners, name ? `${id} ${name}` : id));
    }
    return objects;
  }

  // ---- the address contains the view
  // -----------------------------------------------------------------------------------------------

  function go(change) {
    if (change.zoom) state.zoomed = true;
    Object.assign(state, change);
    state.frame = null;
    history.replaceState(null, "", link());
    render();
  }

  // Returns the address of the current view. `frame` is the number of a picture, counted from 1.
  function link(frame = null) {
    const words = [[state.kind, state.id], ["chore", state.chore], ["facing", state.direction], ["frame", frame], ["room", state.room], ["zoom", state.zoomed ? state.zoom : null], ["ground", state.ground]];
    return address(words.filter(([key, value]) => key && value !== null && (state.kind === "costume" || !["chore", "facing", "frame", "room"].includes(key))));
  }

  function read() {
    const words = new URLSearchParams(location.hash.slice(1));
    const number = (key) => (words.has(key) && words.get(key) !== "" ? Number(words.get(key)) : null);
    const kind = words.has("costume") ? "costume" : words.has("room") ? "room" : null;
    if (kind === null) return wall();
    const absent = live.absent?.(words, kind, number(kind));
    if (absent) return nowhere(...absent);
    const changes = { kind, id: number(kind), frame: null };
    if (kind === "costume") {
      changes.room = number("room");
      if (words.has("chore")) changes.chore = number("chore");
      if (words.has("facing")) changes.direction = words.get("facing");
      if (words.has("anim")) changes.anim = number("anim");
      if (words.has("frame")) changes.frame = number("frame");
    }
    if (words.has("zoom")) Object.assign(changes, { zoom: Math.min(Math.max(number("zoom") || 1, 1), 8), zoomed: true });
    else if (!state.zoomed) changes.zoom = 3;
    if (words.has("ground")) changes.ground = words.get("ground");
    const other = changes.kind !== state.kind || changes.id !== state.id;
    Object.assign(state, changes);
    const shown = render();
    if (!other) return;
    // For another costume or room, the page scrolls to the top of the view. If the page is still
    // too short for this, it scrolls again when the costume is shown.
    approach();
    shown?.then(approach);
  }

  // Scrolls to the view if its top is not visible.
  function approach() {
    const { top } = byId("main").getBoundingClientRect();
    if (top < 0 || top > innerHeight / 3) byId("main").scrollIntoView();
  }

  // Leaves the view.
  function clear(shown) {
    live.leave?.();
    renders += 1;
    Object.assign(state, { kind: null, id: null });
    document.body.classList.toggle("wall", shown === "wall");
    document.body.dataset.shown = shown;
    byId("view").replaceChildren();
    for (const link of byId("list").children) link.removeAttribute("aria-current");
  }

  // Nothing is selected: shows all costumes and rooms as a wall.
  function wall() {
    clear("wall");
    byId("hint").hidden = false;
  }

  // The address names something that the game does not have.
  function nowhere(title, text) {
    clear("nowhere");
    byId("hint").hidden = true;
    byId("view").replaceChildren(element("h2", {}, title), element("p", {}, text));
  }

  function render() {
    document.body.classList.remove("wall");
    urls.forEach((url) => URL.revokeObjectURL(url));
    urls = [];
    for (const link of byId("list").children) {
      if (link.dataset.kind === state.kind && Number(link.dataset.id) === state.id) {
        link.setAttribute("aria-current", "true");
        // Only the list is scrolled, not the page.
        const list = link.closest("nav");
        const [own, box] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
        if (own.top < box.top) list.scrollTop += own.top - box.top;
        else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom;
      } else link.removeAttribute("aria-current");
    }
    const focused = document.activeElement ? focusKey(document.activeElement) : null;
    live.leave?.();
    clearTimeout(reel?.timer);
    reel = null;
    renders += 1;
    const done = () => { refocus(focused); document.body.dataset.shown = `${state.kind} ${state.id}`; };
    byId("hint").hidden = true;
    if (state.kind === "room") {
      const room = data.rooms.find((one) => one.id === state.id);
      if (room) showRoom(room);
      else byId("view").replaceChildren(element("p", {}, `There is no room “${new URLSearchParams(location.hash.slice(1)).get("room") ?? state.id}”.`));
      return done();
    }
    const entry = entryOf(state.id);
    if (!entry || (!entry.script && !live.costume) || entry.error) {
      const asked = new URLSearchParams(location.hash.slice(1)).get("costume");
      byId("view").replaceChildren(element("h2", {}, entry ? `Costume ${state.id}` : "Costume not found"),
        element("p", {}, entry?.error ?? `There is no costume “${asked ?? state.id}”.`));
      return done();
    }
    // If loading takes long, the page shows a message. A costume that arrives after the user has
    // requested something else is not shown.
    const own = renders;
    const isWanted = () => own === renders;
    const say = (text) => byId("view").replaceChildren(element("h2", {}, title(entry)), element("p", { role: "status" }, text));
    const wait = setTimeout(() => isWanted() && say("Working …"), patience);
    // A page that computes the costume may show an animation before the rest is complete.
    live.preview?.(entry, (figure) => {
      if (!isWanted() || costumes.has(state.id)) return false;
      clearTimeout(wait);
      // The empty parts have about the size of those that the complete page has above the picture.
      const empty = ["dim line", "bar line", "chores line"].map((className) => element("div", { className }));
      byId("view").replaceChildren(element("h2", {}, title(entry)), ...empty, figure);
      return true;
    });
    const show = (costume) => {
      if (!costume || !isWanted()) return;
      showCostume(costume);
      done();
    };
    const explain = (error) => {
      if (!isWanted()) return;
      say(error.message ?? String(error));
      done();
    };
    return load(state.id).then(show, explain).finally(() => clearTimeout(wait));
  }

  // When a view is created again, the focus returns to the same element.
  function focusKey(focused) {
    if (!byId("view").contains(focused)) return null;
    return focused.id ? `#${focused.id}` : [...byId("view").querySelectorAll(focused.tagName)].indexOf(focused) + focused.tagName;
  }

  function refocus(key) {
    if (key === null) return;
    const found = key.startsWith("#") ? document.querySelector(key) : byId("view").querySelectorAll(key.replace(/^\d+/, ""))[parseInt(key, 10)];
    if (found) found.focus({ preventScroll: true });
  }

  // ---- keys
  // -----------------------------------------------------------------------------------------------

  function turn(by) {
    const costume = costumes.get(state.id);
    const here = clockwise.filter((name) => costume.chores.some((one) => one.chore === state.chore && one.direction === name));
    const at = here.indexOf(state.direction);
    if (here.length) go({ direction: here[(at + by + here.length) % here.length] });
  }

  function chore(by) {
    const costume = costumes.get(state.id);
    const numbers = [...new Set(costume.chores.map((one) => one.chore))];
    const at = numbers.indexOf(state.chore);
    if (numbers.length) go({ chore: numbers[(at + by + numbers.length) % numbers.length] });
  }

  const zooms = [1, 2, 3, 4, 6, 8];
  const zoom = (by) => go({ zoom: zooms[Math.min(Math.max(zooms.indexOf(state.zoom) + by, 0), zooms.length - 1)] });

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (byId("viewer").open) {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by && event.target !== byId("viewer-zoom")) turnCel(by);
      return;
    }
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) {
      // If the search has a single match, Enter opens it.
      if (event.key === "Enter" && event.target === byId("search") && shown().length === 1) location.hash = shown()[0].hash;
      if (event.key === "Escape" || event.key === "Enter") event.target.blur();
      return;
    }
    const costume = state.kind === "costume" && costumes.has(state.id);
    const acts = {
      "/": () => byId("search").focus(), n: () => step(1), p: () => step(-1),
      "+": () => state.kind && zoom(1), "-": () => state.kind && zoom(-1),
      ArrowLeft: costume && (() => turn(-1)), ArrowRight: costume && (() => turn(1)),
      ArrowUp: costume && (() => chore(-1)), ArrowDown: costume && (() => chore(1)),
      " ": costume && reel && (() => reel.toggle()),
      ",": costume && reel && (() => reel.go(reel.at - 1)), ".": costume && reel && (() => reel.go(reel.at + 1)),
    };
    const act = acts[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  }

  // Adds the default values. The lists of a game omit empty and unknown values.
  function addDefaults(lists) {
    for (const one of lists.costumes) Object.assign(one, { names: [], shown_in: [], ...one });
    for (const one of lists.rooms) Object.assign(one, { cast: [], width: 0, height: 0, ...one });
  }

  return {
    // The functions and values that a page with its own computations uses.
    element, pressed, bytesOf, state, pairs, caption, table, sliceTime, outlines, rectangles, link, paletteOf, portrait, isStill, title, addDefaults,
    begin(all, functions = {}) {
      const first = !data.game;
      [data, live] = [all, functions];
      addDefaults(data);
      costumes.clear();
      // Removes the state of the previous game.
      Object.assign(state, { kind: null, id: null, chore: null, direction: null, anim: null, frame: null, room: null, zoom: 3, zoomed: false, ground: data.ground ?? "checks" });
      byId("search").value = "";
      byId("view").replaceChildren();
      document.title = `${data.game} – Wardrobe`;
      byId("game").textContent = data.game;
      byId("description").textContent = data.description;
      byId("identity").textContent = data.identity;
      byId("casting").textContent = data.casting_note ?? "";
      byId("casting").hidden = !data.casting_note;
      fillList();
      if (!first) return read();
      byId("search").addEventListener("input", search);
      byId("sort").addEventListener("change", sort);
      // A click on the entry that is already shown does not change the view, but scrolls to it.
      byId("list").addEventListener("click", (event) => {
        const { kind, id } = event.target.closest("a")?.dataset ?? {};
        if (kind === state.kind && Number(id) === state.id) approach();
      });
      byId("viewer-close").addEventListener("click", () => byId("viewer").close());
      byId("viewer-previous").addEventListener("click", () => turnCel(-1));
      byId("viewer-next").addEventListener("click", () => turnCel(1));
      byId("viewer-zoom").addEventListener("input", showCel);
      document.addEventListener("keydown", key);
      window.addEventListener("hashchange", read);
      read();
    },
    costume(id, costume) {
      costumes.set(id, costume);
      waiting.get(id)?.(costume);
      waiting.delete(id);
    },
  };
})();
