// A server of HTTP that costs next to nothing. It reads just enough of a request to answer it: node:http would take more
// time than some of the measured clients.
import { createServer } from "node:net";
import { announce } from "../../server/programs/listen.js";
import { answer } from "./answers.js";

const endOfHead = Buffer.from("\r\n\r\n");

const server = createServer((socket) => {
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let answers = "";
    for (;;) {
      const request = next(rest);
      if (!request) break;
      answers += respond(request);
      rest = rest.subarray(request.end);
    }
    if (answers !== "") socket.write(answers);
  });
});
server.listen(0, "127.0.0.1", () => announce(server.address().port));

function next(bytes) {
  const headEnd = bytes.indexOf(endOfHead);
  if (headEnd < 0) return undefined;
  const head = bytes.latin1Slice(0, headEnd);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length === undefined && /^transfer-encoding: *chunked/im.test(head)) {
    return nextChunked(bytes, headEnd + 4, head);
  }
  const end = headEnd + 4 + Number(length ?? 0);
  if (bytes.length < end) return undefined;
  return { head, body: bytes.utf8Slice(headEnd + 4, end), end };
}

function nextChunked(bytes, start, head) {
  let at = start;
  const parts = [];
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.latin1Slice(at, lineEnd), 16);
    const begin = lineEnd + 2;
    if (bytes.length < begin + size + 2) return undefined;
    if (size === 0) return { head, body: Buffer.concat(parts).toString(), end: begin + 2 };
    parts.push(bytes.subarray(begin, begin + size));
    at = begin + size + 2;
  }
}

function respond({ head, body }) {
  if (!head.startsWith("POST ")) {
    return "HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\ncontent-length: 0\r\n\r\n";
  }
  const text = answer(body);
  if (text === undefined) return "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n";
  const length = Buffer.byteLength(text);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`;
}
