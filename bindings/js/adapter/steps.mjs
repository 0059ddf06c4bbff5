// The steps of a scene: what each does, by its name.
import { WardrobeError, mouthClosed } from "scumm-wardrobe";
import { storeField, storeVariable } from "./furnish.mjs";
import { crc32, hex } from "./sums.mjs";

const bytes = (digits) => new Uint8Array(Buffer.from(digits, "hex"));
const given = (value, otherwise) => value ?? otherwise;

/** What a frame is followed by. */
function passes(scene) {
  if (scene.cycle) scene.stage.setEntry("cycle", scene.cycle);
  scene.frames++;
}

export const STEPS = {
  tick(scene) {
    scene.stage.tick(scene.world);
    passes(scene);
  },
  tick_draw(scene) {
    scene.stage.tickDraw(scene.world);
    passes(scene);
  },
  bench_tick(scene, count) {
    for (let i = 0; i < count; i++) STEPS.tick(scene);
  },
  draw_now: (scene) => scene.stage.drawNow(scene.world),
  costume(scene, actor, number) {
    if (number < 0) scene.actor(actor).setSkipLimbs(number === -1);
    else scene.actor(actor).setCostume(number);
  },
  animate(scene, actor, operand, rounds) {
    if (rounds === undefined) scene.actor(actor).animate(operand);
    else scene.actor(actor).animateRounds(operand, (rounds << 24) >> 24);
  },
  walk: (scene, actor, x, y, angle = -1) => scene.actor(actor).walk(x, y, angle === -1 ? undefined : angle),
  class: (scene, actor, number, on) => scene.actor(actor).setClass(number, Boolean(on)),
  ignore_boxes: (scene, actor, on) => scene.actor(actor).setIgnoreBoxes(Boolean(on)),
  cond: (scene, actor, number, on) => scene.actor(actor).setCondition(number, Boolean(on)),
  user_cond: (scene, actor, number, on) => scene.actor(actor).setUserCondition(number, Boolean(on)),
  talk_cond: (scene, actor, number) => scene.actor(actor).setTalkCondition(number, false),
  misc_flags: (scene, actor, bits, on) => scene.actor(actor).setMiscFlags(bits, Boolean(on)),
  set: (scene, actor, field, value) => storeField(scene.actor(actor), field, value),
  scale: (scene, actor, x, y) => scene.actor(actor).setScale(x < 0 ? undefined : x, y < 0 ? undefined : y),
  limb_anim: (scene, actor, limb, times) => scene.actor(actor).limbAnim(limb, times, scene.world),
  hit(scene, actor, x, y) {
    scene.answers.hit = Number(scene.actor(actor).hit(x, y));
  },
  actor_from_pos(scene, x, y) {
    scene.answers.actorFromPos = scene.stage.actorFromPos(x, y) ?? 0;
  },
  adjust(scene, _, x, y) {
    scene.answers.adjust = [...scene.stage.adjustV0(x, y)];
  },
  mouth_sync(scene, times, jiffies) {
    scene.answers.closed = Number(mouthClosed(scene.dialect, Uint16Array.from(times), jiffies));
  },
  display_palette(scene) {
    scene.answers.displayPalette = hex(crc32(scene.stage.palette()));
  },
  cels(scene, number) {
    scene.answers.cels = cels(scene.costumes.get(number));
  },
  obj_state(scene, number, state) {
    scene.stage.setObjectState(number, state);
    scene.stage.redrawFull = true;
  },
  skip_objects: (scene, skip) => scene.stage.skipObjects(Boolean(skip)),
  camera: (scene, x, y) => scene.stage.placeCamera(x, given(y, scene.stage.cameraY)),
  camera_to: (scene, x, y) => scene.stage.sendCamera(x, given(y, scene.stage.cameraY)),
  camera_pan: (scene, x, y) => scene.stage.panCamera(x, given(y, scene.stage.cameraY)),
  camera_follow: (scene, actor, jump) => scene.stage.followWithCamera(actor, Boolean(jump)),
  var: (scene, name, value) => storeVariable(scene.stage, name, value),
  set_camera: (scene, name, value) => storeVariable(scene.stage, name, value),
  flashlight(scene, width, height, x, y) {
    scene.stage.setFlashlight(width, height);
    scene.stage.setPointer(x, y);
  },
  shadow_set(scene, index, values) {
    [values].flat().forEach((value, i) => scene.stage.setEntry("shadow", value, index + i));
  },
  shadow_table: (scene, digits) => scene.stage.setTable("shadow", bytes(digits)),
  room_table: (scene, digits) => scene.stage.setTable("room_palette", bytes(digits)),
  default_clip({ stage }, left, top, right, bottom) {
    [stage.defaultClipLeft, stage.defaultClipTop, stage.defaultClipRight, stage.defaultClipBottom] = [left, top, right - 1, bottom - 1];
  },
  sound_running(scene, sounds) {
    scene.world.running = new Set(sounds);
  },
  seed: (scene, number) => scene.world.seed(number),
  full_redraw(scene) {
    scene.stage.redrawFull = true;
  },
  screen_shown(scene, shown) {
    scene.stage.redrawShown = shown;
  },
  bg_redraw(scene, dirty) {
    scene.stage.redrawBackground = dirty;
  },
  fade_in: (scene) => scene.stage.fadeIn(),
  pixels(scene, buffers, x, y, width, height, digits) {
    const data = bytes(digits);
    if (data.length !== width * height) throw new WardrobeError(`${data.length} pixels do not fill ${width}x${height}`, "size");
    scene.stage.printPixels(buffers, x, y, width, data);
  },
  enter(scene, name, states) {
    const room = scene.roomOf(name, {});
    scene.stage.replaceRoom(room);
    for (const number of room.objects) scene.stage.setObjectState(number, states?.[number] ?? 0);
    scene.stage.placeCamera(128, scene.stage.cameraY);
  },
  save(scene) {
    scene.saved = [scene.stage.save(), scene.world.chance.state, new Set(scene.world.running)];
  },
  restore(scene) {
    const [data, seed, running] = scene.saved;
    scene.stage.restore(data);
    scene.world.seed(seed);
    scene.world.running = new Set(running);
  },
};

// Steps that are methods, with the same operands.
const ACTOR = {
  start_anim: "startAnim", set_direction: "setDirection", turn: "turn", put: "put", stop: "stop", init: "init", hide: "hide",
  show: "show", kill: "kill", palette: "setColour", anim_speed: "setAnimSpeed", elevation: "setElevation", anim_var: "setAnimVar",
  talk_start: "talkStart", talk_stop: "talkStop", draw_to_back: "drawToBack", walk_speed: "setWalkSpeed", bench: "drawAlone",
  remap_palette: "remapPalette",
};
const STAGE = {
  object_state: "setObjectState", object_dirty: "redrawObject", object_draw: "drawObject", object_undraw: "undrawObject",
  object_at: "moveObject", draw_queue_clear: "clearObjectQueue", blast: "blastObject", blast_draw: "drawBlasts",
  blast_remove: "removeBlasts", camera_set: "standCamera", mouse: "setPointer", box_matrix: "computeBoxMatrix",
  pal_color: "setColour", tick_walk: "tickWalk", redraw: "redrawAllActors", room: "enterRoom", show_actors: "showActors",
  screens: "setBand", fade_out: "fadeOut", mark: "markRestored", scale_slot: "setScaleSlot", restore_strips: "restoreStrips",
  erase: "erase",
};
const ENTRY = {
  box_flags: "box_flags", extra_flags: "box_extra_flags", box_scale: "box_scale", room_palette: "room_palette",
  room_palette_index: "use_palette", lights: "lights", costume_set: "use_costume_set", talking_actor: "talking_actor",
};
for (const [name, method] of Object.entries(ACTOR)) STEPS[name] = (scene, actor, ...rest) => scene.actor(actor)[method](...rest);
for (const [name, method] of Object.entries(STAGE)) STEPS[name] = (scene, ...rest) => scene.stage[method](...rest);
for (const [name, entry] of Object.entries(ENTRY)) STEPS[name] = (scene, ...rest) => scene.stage.setEntry(entry, ...rest.reverse());

/** The pictures of a costume as text: two digits a pixel, dots where the data has none. */
function cels(costume) {
  const found = [];
  for (const cel of costume.cels) {
    let pixels;
    try {
      pixels = costume.celPixels(cel.number).copy();
    } catch (error) {
      if (error.code === "not_found") continue;
      throw error;
    }
    const gaps = costume.celGaps(cel.number) ?? [];
    const text = Array.from(pixels, (pixel, i) => (gaps[i] ? ".." : pixel.toString(16).padStart(2, "0")));
    const rows = Array.from({ length: Math.ceil(text.length / (cel.width || 1)) }, (_, y) => text.slice(y * cel.width, (y + 1) * cel.width).join(""));
    const line = { width: cel.width, height: cel.height, rel: cel.rel, move: cel.step, rows };
    if (costume.isAkos) found.push({ picture: cel.number, ...line });
    else for (const [limb, picture] of cel.names) found.push({ limb, picture, ...line });
  }
  return found.sort((a, b) => (a.limb ?? -1) - (b.limb ?? -1) || a.picture - b.picture);
}
