/** The program of the stdio tests: the zoo with mock answers, and a dependency that prints. */
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
  // As a library might: at any time and without end.
  setInterval(shout, 5);
}

/** Receives the signal to stop while it starts. */
async function* stoppedEarly() {
  process.kill(process.pid, "SIGTERM");
  await pause(50);
  yield undefined;
}

await run(BusyZoo, process.env["STOPPED_EARLY"] ? { lifespan: stoppedEarly } : {});
