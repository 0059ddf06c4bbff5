// The page that the tests bundle: sends the result, or the error, to the address in its URL.
import { play } from "./app.mjs";

const address = new URLSearchParams(location.search).get("report");
const read = async (name) => (await fetch(`${address}/${name}`)).arrayBuffer();
play(read)
  .catch((error) => `${error.name}: ${error.message}`)
  .then((text) => fetch(address, { method: "POST", body: text }));
