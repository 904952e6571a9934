/** Requests whose end two readers may see at different places, so that one request hides another. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveHttp, type HttpServer } from "../../../runtime/index.js";
import { BusyZoo } from "../../support/servers/zoo-server.js";
import { ask, call, options } from "../../support/transports/http.js";
import { rawPost, sendRaw } from "./raw-request.js";

let server: HttpServer;
let zoo: BusyZoo;
let host: string;
let port: number;
before(async () => {
  zoo = new BusyZoo(options);
  server = await serveHttp(zoo, { port: 0 });
  port = Number(new URL(server.url).port);
  host = `Host: 127.0.0.1:${port}`;
});
after(() => server.close());

const usual = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];
const ping = ask("ping");

/** The request that must never be answered: it comes from another site, inside the body of the first. */
const hidden = (): string => {
  const body = call("echo", { text: "smuggled" });
  return rawPost([host, ...usual, `Content-Length: ${body.length}`], body);
};
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const forms: Readonly<Record<string, () => string>> = {
  "a length and chunks": () =>
    rawPost(
      [host, ...usual, `Content-Length: ${hidden().length + 5}`, "Transfer-Encoding: chunked"],
      `0\r\n\r\n${hidden()}`,
    ),
  "chunks and a length": () =>
    rawPost(
      [host, ...usual, "Transfer-Encoding: chunked", "Content-Length: 4"],
      `${chunk(ping)}0\r\n\r\n`,
    ),
  "two lengths": () =>
    rawPost(
      [host, ...usual, `Content-Length: ${ping.length}`, "Content-Length: 0"],
      ping + hidden(),
    ),
  "two equal lengths": () =>
    rawPost([host, ...usual, `Content-Length: ${ping.length}, ${ping.length}`], ping + hidden()),
  "a negative length": () => rawPost([host, ...usual, "Content-Length: -1"], hidden()),
  "a length with a plus": () => rawPost([host, ...usual, "Content-Length: +0"], hidden()),
  "a hexadecimal length": () => rawPost([host, ...usual, "Content-Length: 0x0"], hidden()),
  "a length with a space inside": () => rawPost([host, ...usual, "Content-Length: 0 0"], hidden()),
  "a length beyond numbers": () =>
    rawPost([host, ...usual, "Content-Length: 99999999999999999999999999"], hidden()),
  "an unknown coding": () =>
    rawPost([host, ...usual, "Transfer-Encoding: xchunked"], `0\r\n\r\n${hidden()}`),
  "chunks that are not last": () =>
    rawPost([host, ...usual, "Transfer-Encoding: chunked, identity"], `0\r\n\r\n${hidden()}`),
  "chunks twice": () =>
    rawPost([host, ...usual, "Transfer-Encoding: chunked, chunked"], `0\r\n\r\n${hidden()}`),
  "a coding with a space before the colon": () =>
    rawPost([host, ...usual, "Transfer-Encoding : chunked"], `0\r\n\r\n${hidden()}`),
  "a coding with a tab": () =>
    rawPost([host, ...usual, "Transfer-Encoding:\tchunked, x"], `0\r\n\r\n${hidden()}`),
  "a coding in a folded line": () =>
    rawPost([host, ...usual, "X: y", " Transfer-Encoding: chunked", "Content-Length: 0"], hidden()),
  "a header without a colon": () => rawPost([host, ...usual, "Content-Length 0"], hidden()),
  "a header name with a null character": () =>
    rawPost([host, ...usual, "Content\0-Length: 0"], hidden()),
  "a header value with a null character": () => rawPost([host, ...usual, "X: a\0b"], hidden()),
  "a carriage return alone": () => rawPost([host, ...usual, "X: y\rContent-Length: 0"], hidden()),
  "a chunk of a negative size": () =>
    rawPost([host, ...usual, "Transfer-Encoding: chunked"], `-1\r\n${hidden()}`),
  "a chunk size that wraps": () =>
    rawPost([host, ...usual, "Transfer-Encoding: chunked"], `ffffffffffffffff0\r\n${hidden()}`),
  "a chunk that is longer than its size": () =>
    rawPost([host, ...usual, "Transfer-Encoding: chunked"], `1\r\n${hidden()}`),
  "a chunk extension with a line feed": () =>
    rawPost([host, ...usual, "Transfer-Encoding: chunked"], `5;x="\n${hidden()}`),
  "another version of HTTP": () => hidden().replace("HTTP/1.1", "HTTP/9.9"),
  "a method that is none": () => hidden().replace("POST", "PO ST"),
};

for (const [name, form] of Object.entries(forms)) {
  test(`a request that hides another is refused, and its connection ends: ${name}`, async () => {
    const { statuses, text } = await sendRaw(port, form());
    assert.ok(!text.includes("smuggled"), text);
    assert.ok(statuses.length <= 1, `one answer at most: ${statuses.join()}`);
    assert.ok(
      statuses.every((status) => status >= 400),
      `an error: ${statuses.join()}`,
    );
  });
}

test("a request that follows another one on its connection is answered", async () => {
  const first = rawPost([host, ...usual, `Content-Length: ${ping.length}`], ping);
  const last = rawPost(
    [host, ...usual, "Transfer-Encoding: chunked", "Connection: close"],
    `${chunk(ping)}0\r\n\r\n`,
  );
  assert.deepEqual((await sendRaw(port, first + last)).statuses, [200, 200]);
});
