// Makes calls on command: a line `{ "cpuSeconds": N, "window": N }` on stdin is answered by a line `{ calls, seconds,
// cpuSeconds }`. It measures its own process. Plain JavaScript, so that no loader takes a part.
import { createInterface } from "node:readline";
import { checkForecast } from "./answers.js";

/** @param call calls the tool once and returns its result */
export async function drive(call, close) {
  checkForecast(await call());
  process.stdout.write("ready\n");
  for await (const line of createInterface({ input: process.stdin })) {
    const { cpuSeconds, window } = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await measure(call, cpuSeconds, window))}\n`);
  }
  await close();
}

async function measure(call, cpuSeconds, window) {
  let calls = 0;
  let going = true;
  const before = process.cpuUsage();
  const start = performance.now();
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const loop = async () => {
    while (going) {
      const result = await call();
      if (result.isError) checkForecast(undefined);
      calls += 1;
      // Not by a timer: calls in memory leave the event loop no turn.
      if (calls % 256 === 0 && used() > cpuSeconds) going = false;
    }
  };
  await Promise.all(Array.from({ length: window }, loop));
  return { calls, seconds: (performance.now() - start) / 1000, cpuSeconds: used() };
}
