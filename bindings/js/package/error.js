/** The reason why a call failed. */
export class WardrobeError extends Error {
  constructor(text, code, place, offset) {
    super(text);
    this.name = "WardrobeError";
    this.code = code;
    this.place = place;
    this.offset = offset;
  }
}
