// A module worker that plays the demo.
import { play } from "./app.mjs";

addEventListener("message", async ({ data }) => {
  const read = async (name) => (await fetch(`${data}/${name}`)).arrayBuffer();
  postMessage(await play(read).catch((error) => `${error.name}: ${error.message}`));
});
