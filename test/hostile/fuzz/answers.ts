/** Answers of an API, for fast-check: broken, mistyped, compressed or cut. */
import { deflateRawSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { anyJson, anyText } from "./texts.js";

export interface FuzzedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

const bodies = fc.oneof(
  anyJson.map((value) => Buffer.from(JSON.stringify(value))),
  anyText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  anyJson.map((value) => Buffer.from(JSON.stringify(value).slice(0, -1))),
  anyJson.map((value) => gzipSync(JSON.stringify(value))),
  anyJson.map((value) => deflateRawSync(JSON.stringify(value))),
  anyText.map((text) => Buffer.from(`data: ${text}\n\ndata: {`)),
  anyText.map((text) => Buffer.from(`<?xml version="1.0"?><a>${text}</a>`)),
  fc.constantFrom("[", '{"a":').map((text) => Buffer.from(text.repeat(3000))),
);

const type = fc.constantFrom(
  "application/json",
  "application/problem+json",
  "text/plain; charset=utf-16",
  "text/event-stream",
  "application/x-ndjson",
  "application/xml",
  "multipart/mixed; boundary=x",
  "image/png",
  "`",
  "",
);
const header = fc.oneof(
  type.map((value) => ["content-type", value] as const),
  fc.constantFrom(
    ["location", "http://169.254.169.254/latest"] as const,
    ["location", "//evil.example/"] as const,
    ["link", '<https://evil.example/>; rel="next"'] as const,
    ["retry-after", "0"] as const,
    ["set-cookie", "a=b"] as const,
    ["cache-control", "max-age=9999999999"] as const,
  ),
);

export const answers: fc.Arbitrary<FuzzedAnswer> = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 204, 302, 304, 400, 401, 404, 429, 500, 599),
  headers: fc.array(header, { maxLength: 3 }),
  body: bodies.map((bytes) => new Uint8Array(bytes)),
});
