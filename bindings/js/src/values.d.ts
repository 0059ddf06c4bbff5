/** An operand of an operation: a number, a flag, the name of a value, a list of numbers, or bytes. */
export type Operand = number | boolean | string | number[] | Uint8Array;
/** What an operation answers: a flag, a number, the number of an actor, or column, line and box of a place. */
export type Reply = undefined | boolean | number | [number, number, number];
/** What differs within a version. */
export interface DialectOptions {
  /** The Humongous sub-version 60 to 100. */
  he?: number;
  /** Version 3 with 256 colours. */
  old256?: boolean;
  /** Version 4 with 16 colours. */
  ega?: boolean;
  /** The demo of version 0. */
  demo?: boolean;
  platform?: "dos" | "amiga" | "fmtowns" | "mac" | "c64" | "windows" | "atarist" | "segacd" | "nes" | "apple2";
  render?: "ega" | "cga" | "cga_bw" | "cga_composite" | "hercules_green" | "hercules_amber" | "amiga";
  /** The game's id where a rule names it: samnmax, loom, indy3 ... */
  game?: string;
  /** A bit for each accident of the original that is switched off. */
  quirks_off?: number;
}
/** What makes up a room beside its block. */
export interface RoomOptions {
  /** Humongous, from 7.0 on: RMIM. */
  image?: Uint8Array;
  /** Version 8: RMSC. */
  scripts?: Uint8Array;
  /** Version 8: the numbers of objects by their names. */
  objectNames?: Record<string, number>;
  number?: number;
}
/** An animation in one direction: its number in the costume, the frame that `start` takes, degrees from north, what it does. */
export interface Animation {
  number: number;
  frame: number;
  facing: number;
  limbs: { limb: number; mode: number; range: [number, number] | null }[];
}
/** A picture of a costume: where it lies relative to the limb's place, how far it moves later limbs, who shows it. */
export interface Cel {
  number: number;
  width: number;
  height: number;
  rel: [number, number];
  step: [number, number];
  names: [number, number][];
}
/** What drawing has to know of an actor; what is left out is that of actor 1 facing south at full size, in its own colours. */
export interface Look {
  x?: number;
  y?: number;
  facing?: number;
  actor?: number;
  scaleX?: number;
  scaleY?: number;
  palette?: number[];
  dark?: boolean;
  flashlight?: boolean;
  shadowMode?: number;
  shadow?: Uint8Array;
  roomPalette?: Uint8Array;
  remp?: Uint8Array;
  paletteSlots?: Uint8Array;
  paletteSlot?: number;
  xmap?: Uint8Array;
  scaleTable?: Uint8Array;
  costume?: number;
  clip?: [number, number, number, number];
  /** `top` and `bottom` of the actor's last drawing. */
  reach?: [number, number];
}
/** How pixels lie, and the plane that hides: a byte a pixel, or with `maskBits` a bit, the leftmost is bit 7. */
export interface Target {
  width: number;
  height: number;
  /** Bytes from one row to the next; without it the width. */
  pitch?: number;
  mask?: Uint8Array;
  maskBits?: boolean;
  maskPitch?: number;
  /** The room's column at which the view begins. */
  viewStart?: number;
}
/** What a draw touched. */
export interface Drawn {
  top: number;
  bottom: number;
  cut: boolean;
  whole: boolean;
  /** The strips of 8 pixels that the pictures claim, counted in the room. */
  strips: number[];
  fault: string | null;
}
/** What a stage tells. A sound goes through queue 1 or 2; a walk script is due for 1 start, 2 turn, 3 stop. */
export type StageEvent =
  | { kind: "Sound"; id: number; channel: number; flags: number; queue: 1 | 2 }
  | { kind: "AkosCommand"; command: number; actor: number; p1: number; p2: number }
  | { kind: "WalkScript"; script: number; actor: number; command: number; angle: number }
  | { kind: "TalkScript"; script: number; actor: number; frame: number }
  | { kind: "Fault"; actor: number; text: string };
/** A walk box: four corners, each a column and a line. Version 0 has two, `ul` and `lr`. */
export interface WalkBox {
  ul?: [number, number];
  ur?: [number, number];
  lr?: [number, number];
  ll?: [number, number];
  mask?: number;
  flags?: number;
  scale?: number;
  slot?: number;
}
/**
 * What stands outside a stage. A method that is left out, or answers nothing, answers the least number, or no. Methods and `actor`
 * are read when a call begins. An answer of another type, or out of range, is an error of that call.
 */
export interface World {
  /** A random number from `min` to `max`, both included. */
  random?(min: number, max: number): number;
  /** Whether a sound is playing. */
  soundRunning?(sound: number): boolean;
}
/** What an animation asks and tells. */
export interface Host extends World {
  /** The number of the actor that is animated. */
  actor?: number;
  /** Entry `slot` of the actor's sound list. */
  sound?(slot: number): number;
  /** Sets a variable of another actor; false if there is no such actor. */
  setActorVar?(actor: number, variable: number, value: number): boolean;
  anyActorTalks?(): boolean;
  talkieRunning?(): boolean;
  /** COST of version 6: the actor's sound number `slot` is due. */
  playSound?(slot: number): void;
  /** AKOS: an entry of the command queue. */
  queue?(actor: number, command: number, p1: number, p2: number): void;
  /** Something that stopped the original: the limb stands still. */
  fault?(limb: number, text: string): void;
}
