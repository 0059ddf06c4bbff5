/**
 * An operand of an operation: a number, a flag, the name of a value, a list of numbers, or bytes.
 */
export type Operand = number | boolean | string | number[] | Uint8Array;
/**
 * The reply of an operation: a flag, a number, the number of an actor, or column, row and box of a
 * position.
 */
export type Reply = undefined | boolean | number | [number, number, number];
/** The choices when a game is opened. */
export interface GameOptions {
  /**
   * The path of the game's index file, or the end of this path. It is needed if there are several
   * games among the files.
   */
  index?: string;
}
/** The differences within a version. */
export interface DialectOptions {
  /** The Humongous sub-version, 60 to 100. */
  he?: number;
  /** Whether the game is version 3 with 256 colours. */
  old256?: boolean;
  /** Whether the game is version 4 with 16 colours. */
  ega?: boolean;
  /** Whether the game is the demo of version 0. */
  demo?: boolean;
  /** The platform. The default is the usual platform of the version. */
  platform?: "dos" | "amiga" | "fmtowns" | "mac" | "c64" | "windows" | "atarist" | "segacd" | "nes" | "apple2";
  /** The display. The default is no particular display. */
  render?: "ega" | "cga" | "cga_bw" | "cga_composite" | "hercules_green" | "hercules_amber" | "amiga";
  /** The id of the game if a rule depends on it: samnmax, loom, indy3 and others. */
  game?: string;
  /**
   * The accidents of the original engine that are switched off. Each accident has a bit, whose
   * number is in the book. `Dialect.withoutQuirks` takes their names.
   */
  quirksOff?: number;
  /** A bit for each change of ScummVM that is switched on. */
  enhancements?: number;
  /**
   * The classes of ScummVM's changes that are switched on as a whole: 1, 2 and 8 are the bits of
   * ScummVM's own mask, whose default is 7.
   */
  enhancementClasses?: number;
  /** Whether pictures have 16 bits for each pixel. Such games are not supported. */
  sixteenBit?: boolean;
}
/** The parts of a room that some games store beside its block. */
export interface RoomOptions {
  /** HE70 and later: the block RMIM. */
  image?: Uint8Array;
  /** Version 8: the block RMSC. */
  scripts?: Uint8Array;
  /** Version 8: the numbers of objects by their names. */
  objectNames?: Record<string, number>;
  /**
   * Number of the room's resource, on which a few rules of old rooms depend. The default is 0,
   * unknown.
   */
  number?: number;
}
/** An animation in one direction. */
export interface Animation {
  /** Number of the animation in the costume, which includes the direction. */
  number: number;
  /** The frame, which `Costume.start` takes. */
  frame: number;
  /** The direction in degrees clockwise from north. */
  facing: number;
  /**
   * The effect of the animation on limbs. An entry contains the number of the limb, the number of
   * the mode as AKOS numbers modes, and the first and last position in the commands.
   */
  limbs: { limb: number; mode: number; range: [number, number] | null }[];
}
/** A picture of a costume. */
export interface Cel {
  /** Number of the cel, which `Costume.celPixels` takes. */
  number: number;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
  /** Position of its left edge and top relative to the position of the limb, facing east. */
  rel: [number, number];
  /** Number of pixels by which it moves later limbs: to the right, and up. */
  step: [number, number];
  /** COST: the limbs and picture numbers that show it. */
  names: [number, number][];
}
/** The properties of an actor that drawing needs. */
export interface Look {
  /** Column of the anchor relative to the left edge of the view. The default is 0. */
  x?: number;
  /**
   * Row of the anchor relative to the top of the stage, after subtracting the elevation. The
   * default is 0.
   */
  y?: number;
  /** Facing in degrees clockwise from north. The default is 180, south. */
  facing?: number;
  /** Number of the actor. The default is 1. */
  actor?: number;
  /** Horizontal scale. The default is 255, full size. */
  scaleX?: number;
  /** Vertical scale. The default is 255, full size. */
  scaleY?: number;
  /**
   * The actor's own colours, at most 256; 255 is the costume's colour. In games with 16 colours the
   * entries are the colours themselves.
   */
  palette?: number[];
  /** Whether the lights are off for actors. */
  dark?: boolean;
  /** Version 0: whether the flashlight is on. */
  flashlight?: boolean;
  /** Mode in which pixels are mapped through the shadow table. The default is 0, none. */
  shadowMode?: number;
  /** The shadow table: 256 bytes in versions 5 and 6, 2048 from version 7 on. */
  shadow?: Uint8Array;
  /** The room's colour remap, 256 bytes. */
  roomPalette?: Uint8Array;
  /** HE70 and later: the REMP table, 256 bytes. */
  remp?: Uint8Array;
  /** HE99 and later: all palette slots, 1024 bytes each. */
  paletteSlots?: Uint8Array;
  /** HE99 and later: palette slot of the actor. The default is 0, none. */
  paletteSlot?: number;
  /** HE90 and later: the actor's blend table, 65536 bytes. */
  xmap?: Uint8Array;
  /** Versions 7 and 8: the table that replaces the scale table, 768 bytes. */
  scaleTable?: Uint8Array;
  /** Nintendo: number of the costume. */
  costume?: number;
  /**
   * Humongous games: the rectangle that replaces the edges of the screen: left, top, right, bottom;
   * right and bottom are included.
   */
  clip?: [number, number, number, number];
  /** `top` and `bottom` of the actor's last drawing. */
  reach?: [number, number];
}
/**
 * The layout of the pixels, and the plane that hides them. Both begin with the view. From version 7
 * on the view may begin inside a strip of 8 pixels. In this case column 0 is the first column of
 * this strip, and the width is one strip greater than the width of the view.
 */
export interface Target {
  /** Number of columns. */
  width: number;
  /** Number of rows. */
  height: number;
  /** Number of bytes from one row to the next. The default is the width. */
  pitch?: number;
  /** The plane: one byte for each pixel, and any value but 0 hides the pixel. */
  mask?: Uint8Array;
  /** Whether the plane has one bit for each pixel instead; bit 7 is the leftmost. */
  maskBits?: boolean;
  /** Number of bytes from one row of the plane to the next. The default is the size of a row. */
  maskPitch?: number;
  /** Room column of the left edge of the view. The default is 0. */
  viewStart?: number;
}
/** The state of one limb. */
export interface LimbState {
  /**
   * Position in the commands; 65535 if the limb does not play. COST: bit 15 is set if the animation
   * does not repeat.
   */
  curpos: number;
  /** First position of the animation. */
  start: number;
  /** Last position of the animation. */
  end: number;
  /** The animation that started the limb; 65535 for none. */
  frame: number;
  /** AKOS: the mode, 0 for off. */
  mode: number;
  /** Humongous games: offset of the limb's conditions. */
  condition_offset: number;
  /** Humongous games: offset of the limb's jump table. */
  jump_offset: number;
  /** Humongous games: number of entries of the jump table. */
  jump_count: number;
}
/** The animation state of an actor. The names are those of the saved state. */
export interface LimbsState {
  /** The sixteen limbs; limb 0 is drawn first. */
  limbs: LimbState[];
  /** The stopped limbs, bit 0 for limb 0. A stopped limb advances but is not drawn. */
  stopped: number;
  /** Counter of the command that counts animations. */
  anim_counter: number;
  /** Counter of the sound commands up to version 5. */
  sound_counter: number;
  /** The 27 animation variables of AKOS. */
  vars: number[];
  /** AKOS: whether the actor is drawn mirrored. */
  flip: boolean;
  /** Humongous games: the condition mask. */
  condition_mask: number;
  /** Version 0: the state of its eight limbs, or `null`. */
  v0?: V0State | null;
}
/** The animation state of version 0. */
export interface V0State {
  /** The eight limbs. */
  limbs: V0LimbState[];
  /** The last decoded command; 255 for none. */
  command: number;
  /** The requested command; 255 for none. */
  next: number;
  /** Number of rounds that commands play. */
  rounds: number;
}
/** The state of one limb of version 0. */
export interface V0LimbState {
  /** The requested sequence; 65535 for none. */
  frame: number;
  /** The sequence that is playing. */
  start: number;
  /** The position of the sequence in the limb table. */
  kind: number;
  /** Position in the sequence; 65535 if the limb is off. */
  curpos: number;
  /** Whether the pictures are mirrored. */
  flip: boolean;
  /** Number of remaining rounds; -1 for endless repetition. */
  repeat: number;
  /** Number of rounds of the requested sequence. */
  new_repeat: number;
}
/** An object of a room. */
export interface RoomObject {
  /** Number of the object in the game. */
  number: number;
  /**
   * Version 8: the name that the index maps to the number. Versions 5 to 7 and Humongous games: the
   * name that the game displays, with `\\x81` for a byte that is not ASCII.
   */
  name: string | null;
  /** Left edge in pixels of the room. */
  x: number;
  /** Top edge in pixels of the room. */
  y: number;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
  /** The states that have a picture. Up to version 4 one picture serves all states. */
  states: number[];
  /** Number of the object on which this object depends; 0 for none. */
  parent: number;
  /** State that the parent must have for this object to exist. */
  parentState: number;
  /** Column at which actors stand to use the object. */
  walkX: number;
  /** Row at which actors stand to use the object. */
  walkY: number;
}
/** The name of a chore's use, the frames that the engine starts by default. */
export type ChoreName = "init" | "walk" | "stand" | "talk" | "hush";
/** How a clip is played and drawn. */
export interface ClipOptions {
  /** Horizontal scale, 1 to 255. The default is 255, full size. */
  scaleX?: number;
  /** Vertical scale, 1 to 255. The default is 255, full size. */
  scaleY?: number;
  /**
   * Mode in which pixels are mapped through shadow tables that show dusk. The default is no shadow.
   */
  shadowMode?: number;
  /** The visible limbs as bits, limb 0 in the lowest bit. The default is all limbs. */
  limbs?: number;
  /** Number of ticks for each animation step, at least 1. The default is 1. */
  animSpeed?: number;
  /** Number of jiffies of 1/60 s for each tick, at least 1. The default is 6. */
  jiffies?: number;
  /** The most ticks of an animation that does not end, 1 to 10,000. The default is 200. */
  ticks?: number;
}
/** A cel that a limb shows. */
export interface ShownCel {
  /** The limb, 0 to 15. */
  limb: number;
  /** COST: number of the picture in the limb's table; otherwise the number of the cel. */
  number: number;
  /** Number of the cel, as in `Costume.cels`. */
  cel: number;
}
/** The properties of a frame of a clip. */
export interface ClipFrame {
  /** The first tick. */
  firstTick: number;
  /** Number of ticks for which the picture is visible. */
  ticks: number;
  /** The duration in milliseconds. */
  duration: number;
  /** The cels that the limbs show, in drawing order. */
  cels: ShownCel[];
}
/** A request of an animation: a sound of the actor's list, a sound, a count or another command. */
export type ClipCue = { tick: number } & (
  | { kind: "slot"; slot: number }
  | { kind: "sound"; sound: number }
  | { kind: "counter" }
  | { kind: "command"; command: number; p1: number; p2: number }
);
/** The choices for a sheet. */
export interface SheetOptions {
  /** Number of times by which the pictures are enlarged, 1 to 8. The default is 1. */
  zoom?: number;
  /** The file name of the PNG in the JSON. The default is `sheet.png`. */
  image?: string;
}
/** A write: a pixel of a cel that was drawn at a pixel of the target, or hidden by a plane. */
export interface Write {
  /** Number of the actor. */
  actor: number;
  /** The limb, 0 to 15; `null` for a picture that a Humongous costume paints into the room. */
  limb: number | null;
  /** Number of the cel in the costume. */
  cel: number;
  /** Column in the cel as it is stored. */
  column: number;
  /** Row in the cel as it is stored. */
  row: number;
  /** Colour of the cel at this pixel, before the palette of the costume. */
  colour: number;
  /** Screen colour after the palette of the costume. */
  screenColour: number;
  /** The pixel of the target after the write. */
  result: number;
  /**
   * The table that mapped the pixel: the shadow of every colour, of colour 13, of the colours below
   * 8, or a blend table; `null` for none.
   */
  table: "all" | "colour13" | "below8" | "blend" | null;
  /** Number of the plane that the actor was tested against. */
  plane: number;
  /** Whether the plane hid the pixel, so that it was not drawn. */
  hidden: boolean;
}
/** A finding of lint. */
export interface Finding {
  /** Number of the costume in its game; `null` for a costume of the caller. */
  costume: number | null;
  /** Offset of the byte in the block of the costume. */
  at: number;
  /**
   * `error` if the original engines stop, hang or are confused, `warning` if something is shown
   * wrongly or never, `note` if it has no effect.
   */
  severity: "note" | "warning" | "error";
  /** The number of the rule in the book. */
  rule: string;
  /** A description. */
  what: string;
}
/** The report of a draw. */
export interface Drawn {
  /** First row that was drawn; 0x7FFFFFFF if nothing was drawn. */
  top: number;
  /** Row after the last row that was drawn. */
  bottom: number;
  /** Whether a picture lost columns at the edges of the screen. */
  cut: boolean;
  /** Whether a picture kept all its columns. */
  whole: boolean;
  /** The strips of 8 pixels that the pictures claim, counted from the left edge of the room. */
  strips: number[];
  /** The reason why the original would have stopped. */
  fault: string | null;
  /**
   * HE71 and later: first and last row in each of the 80 strips of the view. In a strip without a
   * picture, the first row is not less than the last. Empty in other games.
   */
  lines: [number, number][];
}
/**
 * An event of a stage:
 *
 * - `Sound`: a costume requests sound `id`. `queue` is 2 for a COST of version 6, otherwise 1.
 * - `AkosCommand`: a command of the AKOS queue was processed.
 * - `WalkScript`: a walk script has to run; `command` is 1 for start, 2 for turn, 3 for stop, and
 *   `angle` is in degrees clockwise from north.
 * - `TalkScript`: a talk script has to run in place of the animation frame `frame`.
 * - `Fault`: a condition that stops the original engine, or that the stage does not support.
 *   `actor` is 0 if the condition does not belong to an actor.
 */
export type StageEvent =
  | { kind: "Sound"; id: number; channel: number; flags: number; queue: 1 | 2 }
  | { kind: "AkosCommand"; command: number; actor: number; p1: number; p2: number }
  | { kind: "WalkScript"; script: number; actor: number; command: number; angle: number }
  | { kind: "TalkScript"; script: number; actor: number; frame: number }
  | { kind: "Fault"; actor: number; text: string };
/** A walk box. Version 0 uses two corners, `ul` and `lr`. */
export interface WalkBox {
  /** Upper left corner: column and row in the room. */
  ul?: [number, number];
  /** Upper right corner. */
  ur?: [number, number];
  /** Lower right corner. */
  lr?: [number, number];
  /** Lower left corner. */
  ll?: [number, number];
  /** Number of the plane that hides actors in the box; 0 if no plane of the room hides them. */
  mask?: number;
  /** Flags of the box. */
  flags?: number;
  /** Scale, 255 for full size; or bit 15 and the number of a scale slot minus 1. */
  scale?: number;
  /** Version 8: number of the scale slot, 0 for none. */
  slot?: number;
}
/**
 * The callbacks of a stage. A method that is missing or returns `undefined` counts as one that
 * returns the smallest allowed number, 0 or false. Methods and `actor` are read when a call begins.
 * A result of another type or out of range is an error of that call.
 */
export interface World {
  /** Returns a random number from `min` to `max`, both included. */
  random?(min: number, max: number): number;
  /** Returns whether a sound is playing. */
  soundRunning?(sound: number): boolean;
}
/** The callbacks of an animation. */
export interface Host extends World {
  /** Number of the animated actor. The default is 1. */
  actor?: number;
  /** Returns entry `slot` of the actor's sound list. */
  sound?(slot: number): number;
  /** Sets an animation variable of another actor. Returns false if there is no such actor. */
  setActorVar?(actor: number, variable: number, value: number): boolean;
  /** Returns whether any actor talks. */
  anyActorTalks?(): boolean;
  /** Humongous games: returns whether the speech of this actor is playing. */
  talkieRunning?(): boolean;
  /** COST of version 6: requests the actor's sound number `slot`. */
  playSound?(slot: number): void;
  /** AKOS: adds an entry to the command queue of the engine. */
  queue?(actor: number, command: number, p1: number, p2: number): void;
  /** Reports a condition that stops the original engine. The limb does not advance further. */
  fault?(limb: number, text: string): void;
}
