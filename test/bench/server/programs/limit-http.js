// The limit: the speed of node:http and JSON without any check. It writes the same bytes as our server. Arguments:
// optionally a file with the result of tools/list, or an empty one for none; `strict` for a server that reads all that has arrived
// before it answers, as ours does: to read and write in turn costs more.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { resultOf } from "./limit-result.js";
import { listen } from "./listen.js";

const [listFile, mode] = process.argv.slice(2);
const isStrict = mode === "strict";
let waiting = [];
// As bytes, because encoding a text of this length for each answer takes ten times as long.
const list = listFile && Buffer.from(`,"result":${readFileSync(listFile, "utf8")}}`);
const type = "application/json";

listen(
  createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      if (!isStrict) return answer(response, chunks);
      waiting.push({ response, chunks });
      if (waiting.length === 1) setImmediate(answerAll);
    });
  }),
);

function answerAll() {
  const arrived = waiting;
  waiting = [];
  for (const { response, chunks } of arrived) answer(response, chunks);
}

function answer(response, chunks) {
  const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  const { id, method, params } = JSON.parse(body.toString());
  if (method === "subscriptions/listen") return openStream(response, id);
  if (method === "tools/list") return sendList(response, id);
  const text = JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(params) });
  const length = Buffer.byteLength(text);
  writeHead(response, length);
  response.end(text);
}

function writeHead(response, length) {
  response.writeHead(200, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-type": type,
    "content-length": length,
  });
}

function sendList(response, id) {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)}`);
  const length = head.length + list.length;
  writeHead(response, length);
  response.write(head);
  response.end(list);
}

/** Answers with an idle listener: a stream after its first event. */
function openStream(response, id) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const message = {
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: {
      notifications: { toolsListChanged: true },
      _meta: { "io.modelcontextprotocol/subscriptionId": id },
    },
  };
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}
