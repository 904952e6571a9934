import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startServer } from "./server-process.js";

const printsOn = `require("node:http").createServer().listen(0, function () {
  console.log("listening " + this.address().port);
  setInterval(() => console.log("one more call ".repeat(80)), 0);
});`;

// What such a server has printed arrives while it is being stopped. If that is taken for its start, stopping never ends.
test("a server that prints until it is stopped can be stopped", { timeout: 60_000 }, async () => {
  for (let times = 0; times < 20; times += 1) {
    const server = await startServer(["-e", printsOn]);
    await setTimeout(20);
    await server.stop();
  }
});
