// What WebAssembly does not make by itself, once it is there: attributes for plain values, iterators.
import { Actor, Stage, fieldNames } from "./wardrobe_js.js";

export function finish() {
  for (const [of, isStage] of [[Actor, false], [Stage, true]]) {
    for (const [place, name] of fieldNames(isStage).entries()) {
      const attribute = name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
      Object.defineProperty(of.prototype, attribute, {
        get() {
          return this.get(place);
        },
        set(value) {
          this.set(place, Number(value));
        },
      });
    }
  }
  Stage.prototype.events = function* () {
    for (let event; (event = this.nextEvent()); ) yield event;
  };
}
