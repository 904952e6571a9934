/** Sends the signal KILL_WITH to this process at the change of the disk with the number KILL_AT. */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

let left = Number(process.env.KILL_AT);

function count() {
  if (left-- === 0) process.kill(process.pid, process.env.KILL_WITH);
}

for (const name of ["mkdir", "writeFile", "rename", "unlink", "rm"]) {
  const original = promises[name];
  promises[name] = async (...args) => {
    count();
    // A signal that is held is delivered between two operations.
    await new Promise((resolve) => setImmediate(resolve));
    return original(...args);
  };
}
for (const name of [
  "mkdirSync",
  "writeFileSync",
  "renameSync",
  "unlinkSync",
  "rmSync",
  "rmdirSync",
]) {
  const original = fs[name];
  fs[name] = (...args) => {
    count();
    return original(...args);
  };
}
syncBuiltinESMExports();
