// Loads a server over stdio. Argument: a file with the plan { command, args, opening, openingAnswers, lines, window, text
// that answers contain, warmUpCpuSeconds of the server before the first round, rounds: seconds of each }. No two open requests share an id. Prints for each round { requests,
// cpuSeconds of the server, p99Ms } as a line of JSON.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const child = spawn(plan.command, plan.args, { stdio: ["pipe", "pipe", "ignore"] });
const prepared = plan.lines.map((line) => Buffer.from(`${line}\n`));
const sentAt = new Map();
let turn = 0;
let rest = "";
let waitingFor = plan.openingAnswers + 1;
let latencies = [];

child.once("exit", () => fail("the server ended early"));
child.stdout.setEncoding("latin1").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) (waitingFor > 0 ? open : count)(line);
});
for (const each of plan.opening) child.stdin.write(`${each}\n`);
send();

// Checks the first answer of a call.
function open(line) {
  waitingFor -= 1;
  if (waitingFor > 0) return;
  const { result } = JSON.parse(line);
  if (!result?.content?.[0]?.text?.includes(plan.text))
    fail(`unexpected answer: ${line.slice(0, 300)}`);
  sentAt.clear();
  while (sentAt.size < plan.window) send();
  void measure();
}

function count(line) {
  if (line.includes('"error":')) fail(line.slice(0, 300));
  const id = Number(/"id":(\d+)/.exec(line.slice(0, 60))?.[1] ?? /"id":(\d+)/.exec(line)?.[1]);
  latencies.push(performance.now() - sentAt.get(id));
  sentAt.delete(id);
  send();
}

function send() {
  do turn = (turn + 1) % prepared.length;
  while (sentAt.has(turn));
  sentAt.set(turn, performance.now());
  child.stdin.write(prepared[turn]);
}

async function measure() {
  while (cpuSeconds() < plan.warmUpCpuSeconds) await new Promise((go) => setTimeout(go, 100));
  for (const seconds of plan.rounds) {
    latencies = [];
    const before = cpuSeconds();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const used = cpuSeconds() - before;
    const sorted = latencies.sort((one, other) => one - other);
    const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    const figures = { requests: sorted.length, cpuSeconds: used, p99Ms };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  }
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  process.exit(0);
}

function cpuSeconds() {
  const folder = `/proc/${child.pid}/task`;
  const threads = readdirSync(folder).map((id) =>
    readFileSync(`${folder}/${id}/schedstat`, "utf8"),
  );
  return threads.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0) / 1e9;
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
