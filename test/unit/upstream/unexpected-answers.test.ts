/** Answers that are not what an API should give, and connections that fail: one line that says what happened. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { networkErrorText } from "../../../runtime/contract/network-errors.js";
import { messageOf, operation, record, reply, upstream } from "./support.js";

const asksJson = operation({ accept: "application/json" });
const page =
  "<!DOCTYPE html>\n<html><head><title>502 Bad\n Gateway &amp; more</title></head><body><h1>Oops</h1></body></html>";
const untitled =
  "<html><head><script>alert(1)</script></head><body>\n<!-- x --><p>Please <b>sign&nbsp;in</b></p></body></html>";

/** Calls an API that gives this answer. @returns the error's message, else the text of the answer */
async function told(
  t: TestContext,
  status: number,
  type: string | undefined,
  body: string,
  facts = asksJson,
): Promise<string> {
  const { url } = await record(t, reply(status, type, body));
  let text = "";
  const message = await messageOf(async () => {
    const answer = await upstream(url).call(facts, {});
    text = answer.kind === "text" ? answer.text : answer.kind;
  });
  return message === "" ? text : message;
}

test("a failure with an HTML page or broken JSON is one line", async (t) => {
  const html = 'an HTML page: "502 Bad Gateway & more"';
  const rows: [status: number, type: string | undefined, body: string, want: string][] = [
    [502, "text/html", page, `502 Bad Gateway: ${html}`],
    [503, undefined, page, `503 Service Unavailable: ${html}`],
    [403, "application/json", page, `403 Forbidden: ${html}`],
    [400, "text/html;charset=utf-8", untitled, '400 Bad Request: an HTML page: "Please sign in"'],
    [404, "text/html", "<html></html>", "404 Not Found: an HTML page: (no text)"],
    [404, "text/html", "Nope", '404 Not Found: an HTML page: "Nope"'],
    [400, "application/json", '{"a":\n"N', '400 Bad Request: broken JSON that begins: "{"a": "N"'],
    [400, "application/json", "Bad things", "400 Bad Request\nBad things"],
    [400, "text/plain", "a < b", "400 Bad Request\na < b"],
    [400, "application/xml", "<error/>", "400 Bad Request\n<error/>"],
  ];
  for (const [status, type, body, want] of rows) {
    assert.equal(await told(t, status, type, body), `GET /x answered ${want}`);
  }
});

test("a success with an HTML page or broken JSON is an error in one line", async (t) => {
  const start = "GET /x succeeded with 200, but its answer is";
  const html = `${start} an HTML page: "502 Bad Gateway & more"`;
  const rows: [type: string | undefined, body: string, want: string, accept?: string][] = [
    ["text/html", page, html],
    ["application/json", page, html],
    [undefined, page, html],
    ["text/plain", `\n ${page}`, html, "text/csv"],
    ["application/json", '{"a":1,"b":[', `${start} broken JSON that begins: "{"a":1,"b":["`],
    ["application/hal+json", '"x', `${start} broken JSON that begins: ""x"`],
    ["application/json", "OK", "OK"],
    ["text/html", page, page, "text/html"],
    ["text/html", page, page, "application/json, text/*;q=0.5"],
    ["text/html", page, page, "*/*"],
    ["application/xml", "<a/>", "<a/>"],
    [
      "application/xml",
      "<?xml version='1.0'?><Body><w>7</w></Body>",
      "<?xml version='1.0'?><Body><w>7</w></Body>",
    ],
    ["application/xml", page, html],
    [undefined, "<body-mass>7</body-mass>", "<body-mass>7</body-mass>"],
    ["application/json", '{"a":1}\r\n{"a":2}\r\n', '{"a":1}\r\n{"a":2}\r\n'],
    ["application/json", '{"a":1}\n{"a":', `${start} broken JSON that begins: "{"a":1} {"a":"`],
    ["text/plain", "<b>x</b>", "<b>x</b>"],
  ];
  for (const [type, body, want, accept = "application/json"] of rows) {
    assert.equal(await told(t, 200, type, body, operation({ accept })), want, `${type} ${body}`);
  }
  assert.equal(await told(t, 200, "text/html", page, operation({})), page, "nothing documented");
});

test("hostile pages give short lines, quickly", async (t) => {
  for (const body of [
    `<html>${"<script".repeat(200_000)}`,
    `<html>${"<!--".repeat(200_000)}`,
    `<html><title>${"x\u0000\u202e".repeat(100_000)}`,
    `<html>${"&#x110000;&#0;".repeat(10_000)}`,
    `<html>${"<".repeat(500_000)}`,
  ]) {
    const begun = performance.now();
    const line = await told(t, 200, "text/html", body);
    assert.ok(line.length < 1_200 && !line.includes("\n"), line);
    assert.ok(performance.now() - begun < 2_000, body.slice(0, 20));
  }
});

test("codes of failed connections are said in words, with a next step", () => {
  const rows: [code: string, want: RegExp][] = [
    ["UND_ERR_SOCKET", /^the connection was lost .* \(UND_ERR_SOCKET\); try again later$/],
    ["ECONNRESET", /lost/],
    ["ENOTFOUND", /host name is unknown \(ENOTFOUND\); check the URL/],
    ["EAI_AGAIN", /looked up/],
    ["ETIMEDOUT", /in time/],
    ["UND_ERR_CONNECT_TIMEOUT", /no connection was made in time/],
    ["UND_ERR_HEADERS_TIMEOUT", /no answer began/],
    ["UND_ERR_BODY_TIMEOUT", /stopped arriving/],
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", /another length/],
    ["UND_ERR_SOMETHING_NEW", /^the connection failed \(UND_ERR_SOMETHING_NEW\)$/],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", /self-signed .*NODE_EXTRA_CA_CERTS/],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /unknown issuer/],
    ["CERT_HAS_EXPIRED", /has expired/],
    ["CERT_SIGNATURE_FAILURE", /can't be trusted/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /another host name/],
    ["ERR_SSL_WRONG_VERSION_NUMBER", /TLS handshake failed .*http:/],
    ["HPE_INVALID_CONSTANT", /not valid HTTP/],
    ["Z_DATA_ERROR", /damaged/],
    ["toString", /^the connection failed \(toString\)$/],
  ];
  for (const [code, want] of rows) assert.match(networkErrorText(code), want, code);
});
