// Counts round trips over stdio. Plain JavaScript, so that reading answers costs little. Argument: a file with the plan
// { command, args, opening: lines to send first, openingAnswers, lines, window, seconds }. The lines are sent in turn,
// so that no two open requests share an id. Prints { trips, seconds } as JSON.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const child = spawn(plan.command, plan.args, { stdio: ["pipe", "pipe", "inherit"] });
const prepared = plan.lines.map((line) => Buffer.from(`${line}\n`));
const newline = 10;

const waitingFor = plan.openingAnswers + 1;
let text = "";
let trips = 0;
let turn = 0;
let start = 0;

child.once("exit", () => {
  process.stderr.write("the server ended early\n");
  process.exit(1);
});
for (const each of plan.opening) child.stdin.write(`${each}\n`);
child.stdin.write(next());
child.stdout.on("data", (chunk) => (start === 0 ? open(chunk) : count(chunk)));

// Checks the opening answers: the last one must be the echo.
function open(chunk) {
  text += chunk.toString();
  const lines = text.split("\n");
  if (lines.length <= waitingFor) return;
  if (JSON.parse(lines[waitingFor - 1]).result?.content?.[0]?.text !== plan.spoken) {
    fail(lines[waitingFor - 1]);
  }
  start = performance.now();
  for (let sent = 0; sent < plan.window; sent += 1) child.stdin.write(next());
  setTimeout(finish, plan.seconds * 1000);
}

function count(chunk) {
  let answers = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) answers += 1;
  trips += answers;
  if (chunk.includes('"error":')) fail(chunk.toString());
  if (answers === 1) child.stdin.write(next());
  else if (answers > 1) child.stdin.write(Buffer.concat(Array.from({ length: answers }, next)));
}

function next() {
  turn = (turn + 1) % prepared.length;
  return prepared[turn];
}

function fail(answer) {
  process.stderr.write(`unexpected answer: ${answer.slice(0, 300)}\n`);
  process.exit(1);
}

function finish() {
  const seconds = (performance.now() - start) / 1000;
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  process.stdout.write(`${JSON.stringify({ trips, seconds })}\n`);
  process.exit(0);
}
