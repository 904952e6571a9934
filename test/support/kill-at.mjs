/** Sends the signal KILL_WITH to this process at the change of the disk with the number KILL_AT. */
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

let left = Number(process.env.KILL_AT);
for (const name of ["mkdir", "writeFile", "rename", "unlink", "rm"]) {
  const original = promises[name];
  promises[name] = async (...args) => {
    if (left-- === 0) process.kill(process.pid, process.env.KILL_WITH);
    // A signal that is held is delivered between two operations.
    await new Promise((resolve) => setImmediate(resolve));
    return original(...args);
  };
}
syncBuiltinESMExports();
