// Opens connections, and sends a request on each, whose answer never comes. Argument: { url, count, headers, body } as JSON.
// Prints "sent" when all are sent. Plain sockets, because thousands of clients must fit into one process.
import { connect } from "node:net";

const { url, count, headers, body } = JSON.parse(process.argv[2]);
const { host, port, pathname } = new URL(url);
const all = { host, ...headers, "content-length": Buffer.byteLength(body) };
const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
const request = `POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
const atOnce = 100;
let opened = 0;
let sent = 0;
for (let at = 0; at < atOnce; at += 1) openNext();

function openNext() {
  if (opened === count) return;
  opened += 1;
  const socket = connect(Number(port), "127.0.0.1", () => {
    socket.write(request, () => {
      sent += 1;
      if (sent === count) process.stdout.write("sent\n");
      openNext();
    });
  });
  // After a while an answer begins as a stream of events, which stays empty.
  socket.on("data", (answer) => {
    if (/"result"|"error"|HTTP\/1.1 [^2]/.test(answer)) fail(answer.toString().slice(0, 500));
  });
  socket.on("error", ({ message }) => fail(message));
}

function fail(why) {
  process.stderr.write(`a call that should wait ended: ${why}\n`);
  process.exit(1);
}
