/**
 * The level of evidence, the best first: 1, a script puts the actor into the room; 2, a script
 * works with the actor in the room; 3, inferred from the script that gives the costume; 4, the last
 * room of the script; 5, the file of the room contains the costume.
 */
export type Evidence = 1 | 2 | 3 | 4 | 5;
/** Which actor wears which costume in which room of a game. */
export interface Cast {
  /**
   * How reliable the results are: `proven` with games of the version, `unproven` if the scripts are
   * read by a table that no game has confirmed, or `left` if scripts of the version are not read.
   */
  standing: "proven" | "unproven" | "left";
  /** Number of scripts that were found, that were cut, and of steps that were taken. */
  scripts: { found: number; cut: number; steps: number };
  /** The actors that the player controls. */
  egos: number[];
  /** The costumes, in ascending order. */
  costumes: CastCostume[];
  /** The rooms with actors, in ascending order. */
  rooms: CastRoom[];
}
/** The use of a costume. */
export interface CastCostume {
  /** Number of the costume. */
  costume: number;
  /** How reliable the results are: see `Cast.standing`. */
  standing: Cast["standing"];
  /** The rooms in which scripts show the costume, the best evidence first. */
  rooms: { room: number; level: Evidence }[];
  /** Number of the room that gives the costume its colours; 0 for none. */
  colours_of: number;
  /** The evidence for this room. */
  colours_level: Evidence;
  /** The actors that wear the costume. */
  actors: number[];
  /** The names of the actors. */
  names: string[];
  /** The colours in which the actors talk. */
  talk_colours: number[];
  /** The looks that scripts give the actors. */
  looks: ActorLook[];
}
/** The look that a script gives an actor. Missing values are not set. */
export interface ActorLook {
  /** The name. */
  name?: string;
  /** The colour in which the actor talks. */
  talk_colour?: number;
  /** The scale, 255 for full size. */
  scale?: number;
  /** The width. */
  width?: number;
  /** Whether the actor ignores walk boxes. */
  ignores_boxes?: boolean;
  /** The actor's own colours, by the costume's colours. */
  palette?: Record<string, number>;
}
/** An actor in a room. */
export interface CastMember extends ActorLook {
  /** Number of the actor. */
  actor: number;
  /** Number of the costume. */
  costume: number;
  /** The position, if a script states it. */
  x?: number;
  y?: number;
  /** The direction at the position in degrees, if a script states it: 0 is north, 90 is east. */
  facing?: number;
  /** The evidence. */
  level: Evidence;
}
/** The actors in a room. */
export interface CastRoom {
  /** Number of the room. */
  room: number;
  /** The actors. */
  cast: CastMember[];
}
/** The rooms and costumes of a game. */
export interface GameList {
  /** The version, the number of rooms and costumes, in one line. */
  description: string;
  /** The edition of the game, and how it was recognised. */
  identity: Record<string, unknown>;
  /** The version. */
  version: number;
  /** The Humongous sub-version, 0 for other games. */
  he: number;
  /** How reliable the cast is: see `Cast.standing`. */
  casting: Cast["standing"];
  /** The rooms, in ascending order. */
  rooms: ListedRoom[];
  /** The costumes, in ascending order. */
  costumes: ListedCostume[];
  /** The rooms and costumes that cannot be read. */
  errors: DamagedPart[];
  /** The rooms and costumes that are partly damaged. */
  warnings: DamagedPart[];
}
/** A room or a costume that is damaged. */
export interface DamagedPart {
  kind: "room" | "costume";
  id: number;
  error: string;
}
/** A room of a list. The properties are missing if the room cannot be read. */
export interface ListedRoom {
  /** Number of the room. */
  id: number;
  /** The name, if the index has one. */
  name?: string;
  width?: number;
  height?: number;
  /** Number of planes, without plane 0. */
  planes?: number;
  /** Number of walk boxes. */
  boxes?: number;
  /** Number of objects. */
  objects?: number;
  /** Number of colour cycles. */
  cycles?: number;
  /** The actors in the room. */
  cast?: CastMember[];
  /** The reason why the room cannot be read. */
  error?: string;
}
/** A costume of a list. The properties are missing if the costume cannot be read. */
export interface ListedCostume {
  /** Number of the costume. */
  id: number;
  /** Number of the room whose file contains the costume. */
  room: number;
  /** Size in bytes. */
  size?: number;
  /** `COST`, `AKOS` or another kind. */
  kind?: string;
  /** The format or the codec. */
  format?: string;
  /** Number of limbs. */
  limbs?: number;
  /** Number of animations. */
  anims?: number;
  /** Number of cels. */
  cels?: number;
  /** The names of the actors that wear the costume. */
  names?: string[];
  /** The rooms in which scripts show the costume. */
  shown_in?: { room: number; level: Evidence }[];
  /** The reason why the costume cannot be read. */
  error?: string;
}
/** The contents of a costume. */
export interface CostumeInfo {
  /** The name for messages. */
  name: string;
  /** Number of the costume in its game, or the name of a file. */
  costume: number | string;
  /** The edition of the game. */
  identity?: Record<string, unknown>;
  version: number;
  he: number;
  /** `COST`, `AKOS` or another kind. */
  kind: string;
  /** The format or the codec. */
  encoding: string;
  limb_count: number;
  animation_count: number;
  cel_count: number;
  /** Whether west is drawn as the mirror image of east. */
  mirrors_west: boolean;
  /** The screen colours of the costume's colours. */
  palette: number[];
  /** The colours as `#rrggbb`. */
  colours: string[];
  /** Number of the room that gives the colours, the evidence for it, and a description. */
  colours_of?: number;
  colours_level?: Evidence;
  /** How reliable the evidence is: see `Cast.standing`. */
  colours_standing?: Cast["standing"];
  colours_from: string;
  /** The use of the costume in its game. */
  cast?: CastCostume;
  animations: { number: number; frame: number; facing: string; limbs: { limb: number; mode: string; range?: [number, number] }[] }[];
  cels: {
    number: number;
    width: number;
    height: number;
    x: number;
    y: number;
    move_x: number;
    move_y: number;
    shown_as?: [number, number][];
  }[];
  /** The commands as text, if they were requested. */
  code?: string[];
  /** The findings about damaged parts. */
  findings: string[];
}
