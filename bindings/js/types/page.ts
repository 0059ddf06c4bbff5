// Tests of the types for browsers. TypeScript checks the file and never runs it.
import { Random, init, openDrop, openFiles, type Game, type ModuleSource } from "scumm-wardrobe/browser";

export async function open(source: ModuleSource, input: HTMLInputElement, drop: DragEvent): Promise<Game[]> {
  await init();
  await init(source);
  await init(fetch("wardrobe_js_bg.wasm"));
  await init(new URL("wardrobe_js_bg.wasm", location.href));
  await init(new Uint8Array(8));
  // @ts-expect-error: a number is no source
  await init(5);
  // @ts-expect-error: there is no such option
  await openFiles(input.files ?? [], { Index: "x" });
  return [await openFiles(input.files ?? []), await openFiles([new File([], "x")], { index: "x" }), await openDrop(drop)];
}

export function paint(game: Game, context: CanvasRenderingContext2D): void {
  const [stage, world] = [game.stage(1), new Random(1)];
  const image = new ImageData(stage.width, stage.height);
  stage.tick(world);
  context.putImageData(stage.paint(image), 0, 0);
  stage.free();
}
