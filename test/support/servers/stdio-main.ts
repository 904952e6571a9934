/** The program of the stdio tests: the zoo with its mock answers, and a dependency that prints. */
import { setTimeout as pause } from "node:timers/promises";
import { run } from "../../../runtime/index.js";
import { BusyZoo } from "./zoo-server.js";

if (process.env["NOISE"]) {
  const shout = (): void => {
    console.log("log line");
    console.info({ info: true });
    console.debug("debug");
    process.stdout.write("raw write without newline ");
  };
  // As a library does it: now and again, and without end.
  setInterval(shout, 5);
}

/** Is told to stop while it starts. */
async function* stoppedEarly() {
  process.kill(process.pid, "SIGTERM");
  await pause(50);
  yield undefined;
}

await run(BusyZoo, process.env["STOPPED_EARLY"] ? { lifespan: stoppedEarly } : {});
