// Makes calls on command: a line `{ "seconds": N, "window": N }` on stdin is answered by a line `{ calls, seconds,
// cpuSeconds }`, of this process. Plain JavaScript, so that no loader takes a part.
import { createInterface } from "node:readline";
import { checkForecast } from "./answers.js";

/** @param call calls the tool once and returns its result */
export async function drive(call, close) {
  checkForecast(await call());
  process.stdout.write("ready\n");
  for await (const line of createInterface({ input: process.stdin })) {
    const { seconds, window } = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await measure(call, seconds, window))}\n`);
  }
  await close();
}

async function measure(call, seconds, window) {
  let calls = 0;
  let going = true;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const until = start + seconds * 1000;
  const loop = async () => {
    while (going) {
      const result = await call();
      if (result.isError) checkForecast(undefined);
      calls += 1;
      // Not by a timer: calls in memory leave the event loop no turn.
      if (calls % 32 === 0 && performance.now() > until) going = false;
    }
  };
  await Promise.all(Array.from({ length: window }, loop));
  const taken = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { calls, seconds: taken, cpuSeconds: (user + system) / 1e6 };
}
