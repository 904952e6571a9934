// Opens idle listeners and keeps them open. Plain sockets, because ten thousand clients must fit into one process.
// Argument: a file with the plan { host, port, count, requests: { headers, body }[] }. Prints "open N" when all are
// acknowledged, and ends with its input.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

const { port, count, requests } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const atOnce = 200;

let next = 0;
let open = 0;
for (let started = 0; started < Math.min(atOnce, count); started += 1) openNext();
process.stdin.on("end", () => process.exit(0)).resume();

function openNext() {
  const { headers, body } = requests[next % requests.length];
  next += 1;
  const socket = connect(port, "127.0.0.1");
  const head = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const length = Buffer.byteLength(body);
  socket.write(`POST /mcp HTTP/1.1\r\n${head}content-length: ${length}\r\n\r\n${body}`);
  let text = "";
  const read = (chunk) => {
    text += chunk.toString("latin1");
    if (!text.includes("notifications/subscriptions/acknowledged")) return;
    socket.off("data", read);
    // Keep-alive comments follow.
    socket.resume();
    text = "";
    open += 1;
    if (open === count) process.stdout.write(`open ${open}\n`);
    else if (next < count) openNext();
  };
  socket.on("data", read);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error(`a listener was closed: ${text.slice(0, 500)}`)));
}

function fail(error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
