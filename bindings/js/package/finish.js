// What WebAssembly does not make by itself, once it is there: attributes for plain values, iterators.
import { Actor, Stage, fieldNames, isFlag } from "./wardrobe_js.js";

/** Where a row of `Stage.actorRows` has what. */
export const actorColumns = { length: 0, strips: 1, id: 2 };

const number = (place) => function () {
  return this.get(place);
};
const flag = (place) => function () {
  return this.get(place) !== 0;
};

export function finish() {
  for (const [of, isStage] of [[Actor, false], [Stage, true]]) {
    for (const [place, name] of fieldNames(isStage).entries()) {
      const attribute = name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
      if (!isStage) actorColumns[attribute] = 3 + place;
      Object.defineProperty(of.prototype, attribute, {
        get: (isFlag(isStage, place) ? flag : number)(place),
        set(value) {
          this.set(place, Number(value));
        },
      });
    }
  }
  actorColumns.limbs = 3 + fieldNames(false).length;
  Stage.prototype.events = function* () {
    for (let event; (event = this.nextEvent()); ) yield event;
  };
}
