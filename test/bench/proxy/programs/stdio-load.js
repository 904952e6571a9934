// Loads servers over stdio, one after the other in each round, and every second round in reverse. Argument: a file with the plan
// { servers: [{ name, command, args, lines }], opening, openingAnswers, window, text that answers contain, warmUpCpuSeconds of each
// server before the first round, rounds, seconds of each }. Each server has as many lines. No two open requests share an id. Prints
// for each server and round { name, requests, cpuSeconds of the server, p99Ms } as a line of JSON.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));

class Server {
  #name;
  #child;
  #prepared;
  #rest = "";
  #sentAt = new Map();
  #turn = 0;
  #isLoaded = false;
  #latencies = [];
  #onLine;

  constructor({ name, command, args, lines }) {
    this.#name = name;
    this.#prepared = lines.map((line) => Buffer.from(`${line}\n`));
    this.#child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.#child.once("exit", () => this.#fail("the server ended early"));
    this.#child.stdout.setEncoding("latin1").on("data", (chunk) => {
      const lines = (this.#rest + chunk).split("\n");
      this.#rest = lines.pop();
      for (const line of lines) this.#onLine(line);
    });
  }

  /** Opens the connection, and checks the answer of the first call. */
  async open() {
    for (const each of plan.opening) this.#child.stdin.write(`${each}\n`);
    if (plan.openingAnswers > 0) await this.#nextLine();
    // Not before, because two answers may come together, and only one is waited for.
    this.#child.stdin.write(this.#prepared[0]);
    const line = await this.#nextLine();
    if (!JSON.parse(line).result?.content?.[0]?.text?.includes(plan.text)) {
      this.#fail(`unexpected answer: ${line.slice(0, 300)}`);
    }
    this.#onLine = (answer) => this.#count(answer);
  }

  async warmUp() {
    while (this.#cpuSeconds() < plan.warmUpCpuSeconds) await this.measure(0.2);
  }

  async measure(seconds) {
    const before = this.#cpuSeconds();
    this.#latencies = [];
    this.#isLoaded = true;
    while (this.#sentAt.size < plan.window) this.#send();
    await sleep(seconds * 1000);
    const cpuSeconds = this.#cpuSeconds() - before;
    const sorted = this.#latencies.sort((one, other) => one - other);
    this.#isLoaded = false;
    while (this.#sentAt.size > 0) await sleep(1);
    const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    return { name: this.#name, requests: sorted.length, cpuSeconds, p99Ms };
  }

  stop() {
    this.#child.removeAllListeners("exit");
    this.#child.kill("SIGKILL");
  }

  #nextLine() {
    return new Promise((resolve) => (this.#onLine = resolve));
  }

  #count(line) {
    if (line.includes('"error":')) this.#fail(line.slice(0, 300));
    const id = Number(/"id":(\d+)/.exec(line.slice(0, 60))?.[1] ?? /"id":(\d+)/.exec(line)?.[1]);
    if (this.#isLoaded) this.#latencies.push(performance.now() - this.#sentAt.get(id));
    this.#sentAt.delete(id);
    if (this.#isLoaded) this.#send();
  }

  #send() {
    do this.#turn = (this.#turn + 1) % this.#prepared.length;
    while (this.#sentAt.has(this.#turn));
    this.#sentAt.set(this.#turn, performance.now());
    this.#child.stdin.write(this.#prepared[this.#turn]);
  }

  #cpuSeconds() {
    const folder = `/proc/${this.#child.pid}/task`;
    const threads = readdirSync(folder).map((id) =>
      readFileSync(`${folder}/${id}/schedstat`, "utf8"),
    );
    return threads.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0) / 1e9;
  }

  #fail(why) {
    process.stderr.write(`${this.#name}: ${why}\n`);
    for (const server of servers) server.stop();
    process.exit(1);
  }
}

const servers = plan.servers.map((each) => new Server(each));
for (const server of servers) await server.open();
for (const server of servers) await server.warmUp();
for (let round = 0; round < plan.rounds; round += 1) {
  for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
    process.stdout.write(`${JSON.stringify(await server.measure(plan.seconds))}\n`);
  }
}
for (const server of servers) server.stop();
