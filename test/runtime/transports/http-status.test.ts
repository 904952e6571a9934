/** Streamable HTTP: the status and the error code of each failure. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope, type Answer } from "../../support/peer.js";
import { ask, basic, call, httpKinds, modern, type Sent } from "../../support/transports/http.js";

const tooDeep = `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":${"[".repeat(1e3)}${"]".repeat(1e3)}}}`;
const discover = ask("server/discover", { _meta: envelope() });

httpKinds((send) => {
  test("each failure has its status and its code", async () => {
    const init = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "c", version: "1" },
    };
    const version = "io.modelcontextprotocol/protocolVersion";
    const named = (method: string, name?: string) => ({
      ...modern,
      "mcp-method": method,
      ...(name !== undefined && { "mcp-name": name }),
    });
    const rows: [what: string, sent: Sent, status: number, code?: number][] = [
      // Before 2026-07-28.
      ["initialize", { body: ask("initialize", init) }, 200],
      ["initialize, whatever the header", { headers: modern, body: ask("initialize", init) }, 200],
      ["no version", { body: ask("ping") }, 200],
      ["bad JSON", { body: "garbage", malformed: true }, 400, -32700],
      ["nothing", { body: "" }, 400, -32700],
      ["too deep", { body: tooDeep, malformed: true }, 400, -32600],
      ["no request", { body: "42", malformed: true }, 400, -32600],
      ["unknown method", { body: ask("nope"), malformed: true }, 200, -32601],
      ["unknown tool", { body: call("nope") }, 200, -32602],
      ["arguments as an array", { body: call("echo", []), malformed: true }, 200, -32602],
      ["resource not found", { body: ask("resources/read", { uri: "x:y" }) }, 200, -32002],
      ["notification", { body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }, 202],
      ["response", { body: '{"jsonrpc":"2.0","id":1,"result":{}}', malformed: true }, 202],
      [
        "log level without a session",
        { body: ask("logging/setLevel", { level: "info" }) },
        200,
        -32601,
      ],
      [
        "unknown version",
        { headers: { ...basic, "mcp-protocol-version": "1999-01-01" }, body: ask("ping") },
        400,
        -32022,
      ],
      [
        "a batch where there are none",
        {
          headers: { ...basic, "mcp-protocol-version": "2025-06-18" },
          body: `[${ask("ping")}]`,
          malformed: true,
        },
        400,
        -32600,
      ],
      ["an empty batch", { body: "[]", malformed: true }, 400, -32600],
      // Since 2026-07-28.
      ["discover", { headers: named("server/discover"), body: discover }, 200],
      [
        "no envelope",
        { headers: named("tools/list"), body: ask("tools/list"), malformed: true },
        400,
        -32602,
      ],
      [
        "half an envelope",
        {
          headers: named("tools/list"),
          body: ask("tools/list", { _meta: { [version]: "2026-07-28" } }),
          malformed: true,
        },
        400,
        -32602,
      ],
      ["no version header", { headers: basic, body: discover }, 400, -32020],
      [
        "another version header",
        {
          headers: { ...named("server/discover"), "mcp-protocol-version": "2025-11-25" },
          body: discover,
        },
        400,
        -32020,
      ],
      [
        "unknown version, unknown method",
        {
          headers: { ...named("nope"), "mcp-protocol-version": "v999.0.0" },
          body: ask("nope", { _meta: envelope({ [version]: "v999.0.0" }) }),
          malformed: true,
        },
        400,
        -32022,
      ],
      [
        "an older version in the envelope",
        {
          headers: { ...named("tools/list"), "mcp-protocol-version": "2025-11-25" },
          body: ask("tools/list", { _meta: envelope({ [version]: "2025-11-25" }) }),
        },
        400,
        -32022,
      ],
      [
        "a method that was removed",
        { headers: named("ping"), body: ask("ping", { _meta: envelope() }), malformed: true },
        404,
        -32601,
      ],
      ["no Mcp-Method", { headers: modern, body: discover }, 400, -32020],
      ["another Mcp-Method", { headers: named("tools/list"), body: discover }, 400, -32020],
      [
        "no Mcp-Name",
        { headers: named("tools/call"), body: call("echo", {}, envelope()) },
        400,
        -32020,
      ],
      [
        "Mcp-Name in another case",
        { headers: named("tools/call", "Echo"), body: call("echo", {}, envelope()) },
        400,
        -32020,
      ],
      [
        "unknown tool since 2026-07-28",
        { headers: named("tools/call", "nope"), body: call("nope", {}, envelope()) },
        200,
        -32602,
      ],
      [
        "resource not found since 2026-07-28",
        {
          headers: named("resources/read", "x:y"),
          body: ask("resources/read", { uri: "x:y", _meta: envelope() }),
        },
        200,
        -32602,
      ],
      [
        "notification since 2026-07-28",
        {
          headers: modern,
          body: '{"jsonrpc":"2.0","method":"notifications/x"}',
          malformed: true,
        },
        202,
      ],
      [
        "response since 2026-07-28",
        { headers: modern, body: '{"jsonrpc":"2.0","id":1,"result":{}}', malformed: true },
        400,
        -32600,
      ],
      [
        "a batch since 2026-07-28",
        { headers: modern, body: `[${discover}]`, malformed: true },
        400,
        -32600,
      ],
      // HTTP itself.
      ["GET", { method: "GET" }, 405, -32600],
      ["DELETE", { method: "DELETE" }, 405, -32600],
      ["PUT", { method: "PUT", body: "{}", malformed: true }, 405, -32600],
      ["OPTIONS", { method: "OPTIONS" }, 405, -32600],
      [
        "Content-Type",
        { headers: { ...basic, "content-type": "text/plain" }, body: "{}", malformed: true },
        415,
        -32600,
      ],
      [
        "Accept",
        { headers: { ...basic, accept: "text/html" }, body: "{}", malformed: true },
        406,
        -32600,
      ],
      [
        "Accept with quality 0",
        { headers: { ...basic, accept: "*/*;q=0" }, body: ask("ping") },
        406,
        -32600,
      ],
      ["Accept */*", { headers: { ...basic, accept: "*/*" }, body: ask("ping") }, 200],
      [
        "Content-Type with charset",
        {
          headers: { ...basic, "content-type": "Application/JSON; charset=utf-8" },
          body: ask("ping"),
        },
        200,
      ],
      ["body", { body: `"${"x".repeat(20_000)}"`, malformed: true }, 413, -32600],
      [
        "foreign origin",
        { headers: { ...basic, origin: "http://evil.example" }, body: ask("ping") },
        403,
        -32600,
      ],
      ["opaque origin", { headers: { ...basic, origin: "null" }, body: ask("ping") }, 403, -32600],
      [
        "loopback origin",
        { headers: { ...basic, origin: "http://localhost:8080" }, body: ask("ping") },
        200,
      ],
    ];
    for (const [what, sent, status, code] of rows) {
      const response = await send(sent);
      const text = await response.text();
      assert.equal(response.status, status, `${what}: ${text}`);
      if (status === 202) assert.equal(text, "");
      else {
        const answer = JSON.parse(text) as Answer;
        assert.equal(answer.error?.code, code, what);
      }
      if (status === 405) assert.match(response.headers.get("allow") ?? "", /^POST\b/);
    }
  });

  test("invalid UTF-8 is invalid JSON", async () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const response = await send({ body, malformed: true });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as Answer).error?.code, -32700);
  });

  test("text arrives and returns unchanged, of any characters", async () => {
    // With the sign that stands for bytes that are not UTF-8, which may also be meant.
    for (const text of [
      "plain",
      "\u00fc",
      "\ufffd",
      "\u4f60\u597d \ud83d\ude00",
      "\u00fc".repeat(400),
    ]) {
      const response = await send({ body: call("echo", { text }) });
      assert.equal(response.status, 200);
      assert.match(await response.text(), new RegExp(`"text":"[^"]*${text}"`));
    }
  });

  test("a batch is answered with an array", async () => {
    const batch = [
      ask("ping", {}, "a"),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      call("echo", { text: "hi" }, undefined, 2),
    ];
    const response = await send({ body: `[${batch.join(",")}]` });
    const answers = (await response.json()) as Answer[];
    assert.deepEqual(
      answers.map(({ id }) => id),
      ["a", 2],
    );
  });
});
