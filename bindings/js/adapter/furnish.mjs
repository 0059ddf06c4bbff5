// Creates the stage of a scene.
import { join } from "node:path";
import { Costume, Dialect, Stage, blendTable, openFolder } from "scumm-wardrobe";
import { Skip } from "./scene.mjs";

// The keys of an actor in a scene that `placeActor` handles itself. Every other key is stored as a
// field.
const OTHERS = new Set(["id", "costume", "x", "y", "facing", "visible", "room", "palette", "anim_vars", "post"]);
// Variables that are flags: every number but 0 sets them.
const FLAGS = new Set(["custom_scale_table", "camera_fast_x"]);
const word = (value) => (value << 16) >> 16;

/** Stores a field of an actor by its name in scenes, with a value as in scenes. */
function storeField(stage, actor, name, value) {
  stage.apply("set", actor, name, value);
}

/** Stores a script variable or a field of the camera. */
export function storeVariable(stage, name, value) {
  if (name === "charinc" || name === "timer_next") return; // a scene counts frames, not time
  stage.apply("set_camera", name, FLAGS.has(name) ? Number(value !== 0) : value);
}

function makeDialect(json) {
  const options = {};
  for (const key of ["old256", "ega", "demo"]) options[key] = Boolean(json[key]);
  for (const key of ["he", "platform", "render", "game"]) if (json[key]) options[key] = json[key];
  options.enhancementClasses = json.enhancements ?? 0;
  return new Dialect(json.version ?? 5, options);
}

function openGame(scene, data) {
  let path = data.path;
  if (path.startsWith("$")) {
    const [variable, ...below] = path.slice(1).split("/");
    if (!process.env[variable]) throw new Skip("the environment variable with the game's folder is not set");
    path = join(process.env[variable], ...below);
  } else path = join(scene.folder, path);
  const game = openFolder(path);
  if ("version" in scene.json || "he" in scene.json) scene.game = game.withDialect(scene.dialect);
  else [scene.game, scene.dialect] = [game, game.dialect];
}

/** Creates a stage whose background is a picture that the scene defines, not a room. */
function picture(scene, room, top, bottom) {
  const width = room.width ?? scene.dialect.screenWidth;
  const height = room.height ?? scene.dialect.screenHeight;
  const background = room.background ?? 0;
  const pixels = typeof background === "string" ? scene.read(background) : new Uint8Array(width * height).fill(background);
  const planes = (room.zplanes ?? []).map((name) => scene.read(name));
  return Stage.ofPicture(scene.dialect, pixels, width, height, planes, room.num_z ?? scene.dialect.planes, top, bottom);
}

function makeStage(scene) {
  const room = scene.json.room ?? {};
  const number = scene.json.data?.room;
  if (scene.game && number === 0) return scene.game.stage(0);
  let parsed;
  if (room.resource) parsed = scene.roomOf(room.resource, room);
  else if (scene.game && number !== undefined) parsed = scene.game.room(number);
  const screen = scene.dialect.screenHeight;
  let [top, bottom] = [0, scene.isNes ? 128 : screen];
  if (parsed && number !== undefined) bottom = Math.max(1, Math.min(parsed.height, screen));
  if (scene.json.screens) [top, bottom] = scene.json.screens;
  return parsed ? Stage.ofRoom(scene.dialect, parsed, top, bottom) : picture(scene, room, top, bottom);
}

function setUpRoom({ stage, json, ...scene }, read) {
  const room = json.room ?? {};
  if ("number" in room) stage.setEntry("room_number", room.number);
  if ("resource_number" in room) stage.setEntry("room_resource", room.resource_number, stage.room);
  if (room.boxes || room.boxmatrix) {
    const keys = ["ul", "ur", "lr", "ll", "mask", "flags", "scale", "slot"];
    const known = (box) => Object.fromEntries(keys.filter((key) => key in box).map((key) => [key, box[key]]));
    const matrix = room.boxmatrix ?? [];
    const ways = typeof matrix === "string" ? read(matrix) : Uint8Array.from(matrix);
    stage.setBoxes(room.boxes?.map((box) => ({ scale: 255, ...known(box) })), ways);
  }
  for (const slot of room.scale_slots ?? []) {
    stage.setScaleSlot(slot.slot, ...["x1", "y1", "s1", "x2", "y2", "s2"].map((key) => slot[key] ?? 0));
  }
  for (const [object, of] of Object.entries(room.object_classes ?? {})) stage.setObjectClass(Number(object), of, true);
  for (const [object, state] of Object.entries(room.objects ?? {})) stage.setObjectState(Number(object), state);
}

function loadTables(scene) {
  const { json, stage } = scene;
  if (json.palette) stage.setTable("palette", scene.read(json.palette));
  else if (!json.default_palette) stage.startPalette("distinct");
  else stage.startPalette(json.nes_classic ? "nes_classic" : "initial");
  const tables = [["room_palette", "room_palette"], ["remp", "remp"], ["he_palettes", "palette_slots"]];
  if (scene.dialect.shadowLen) tables.unshift(["shadow_palette", "shadow"]);
  for (const [key, kind] of tables) if (json[key]) stage.setTable(kind, scene.read(json[key]));
  // Blend tables: first the tables that the scene reads from files, then the tables of the game
  // whose numbers an actor or a step names.
  const own = json.images ?? {};
  for (const [number, name] of Object.entries(own)) stage.setTable("xmap", blendTable(scene.read(name)), Number(number));
  const named = (json.actors ?? []).flatMap((actor) => [actor.he_xmap, actor.post?.he_xmap]);
  for (const step of json.steps ?? []) if (step[0] === "set" && step[2] === "he_xmap") named.push(step[3]);
  for (const number of named) {
    if (number && scene.game && !(number in own)) stage.setTable("xmap", scene.game.blendTable(number), number);
  }
}

function loadCostumes(scene) {
  for (const [key, named] of Object.entries(scene.json.costumes ?? {})) {
    const number = Number(key);
    const isBlock = scene.isNes && number > 24;
    let costume;
    if (typeof named === "number") {
      if (!scene.game || isBlock) continue;
      costume = scene.game.costume(named);
    } else if (isBlock) {
      scene.stage.setTable("block", scene.read(named), number);
      continue;
    } else costume = new Costume(scene.read(named), scene.dialect);
    scene.costumes.set(number, costume);
    scene.stage.insertCostume(number, costume);
  }
  if (scene.isNes) scene.stage.setEntry("start_tables", scene.json.costume_set ?? 0);
}

function placeActor(scene, json) {
  const { stage } = scene;
  const { version } = scene;
  const actor = scene.actor(json.id);
  const facing = json.facing ?? 180;
  actor.init(0);
  // The facing is set while the actor has no costume, because a costume could turn the actor.
  const worn = actor.costume;
  actor.costume = 0;
  if (version <= 1) actor.facing = facing & 0xffff;
  else actor.setDirection(facing);
  actor.costume = worn;
  actor.targetFacing = actor.facing;
  if (!stage.boxCount && stage.room && !("ignore_boxes" in json)) actor.ignoreBoxes = true;
  for (const [name, value] of Object.entries(json)) if (!OTHERS.has(name)) storeField(stage, json.id, name, value);
  const costume = json.costume ?? (version === 0 ? json.id : 0);
  if (version === 0) actor.costume = costume;
  else if (costume) actor.setCostume(costume);
  for (const [slot, value] of Object.entries(json.palette ?? {})) actor.setColour(Number(slot), value);
  const [x, y, room] = [json.x ?? 0, json.y ?? 0, json.room ?? stage.room];
  if (json.visible ?? 1) actor.put(x, y, room);
  else [actor.x, actor.y, actor.room] = [word(x), word(y), room];
  for (const [variable, value] of Object.entries(json.anim_vars ?? {})) actor.setAnimVar(Number(variable), word(value));
  for (const [name, value] of Object.entries(json.post ?? {})) storeField(stage, json.id, name, value);
}

export function setUp(scene) {
  const { json } = scene;
  scene.dialect = makeDialect(json);
  if (json.data) openGame(scene, json.data);
  ({ version: scene.version, hasAkos: scene.hasAkos, he: scene.he } = scene.dialect);
  const stage = (scene.stage = makeStage(scene));
  setUpRoom(scene, (name) => scene.read(name));
  loadTables(scene);
  loadCostumes(scene);
  stage.gamma = Boolean(json.gamma);
  stage.setEntry("lights", json.lights ?? 11);
  if (json.camera) stage.placeCamera(json.camera[0], json.camera[1] ?? 0);
  if (json.custom_scale_table) stage.setTable("scale", scene.read(json.custom_scale_table));
  for (const [name, value] of Object.entries(json.vars ?? {})) storeVariable(stage, name, value);
  const actors = json.actors ?? [];
  if (scene.version === 0) {
    // Version 0: actors that the scene does not name have no costume.
    for (let id = 1; id <= scene.dialect.ownCostumes; id++) {
      if (!actors.some((actor) => actor.id === id)) scene.actor(id).costume = 0;
    }
  }
  stage.drawBackground();
  for (const actor of actors) placeActor(scene, actor);
}
