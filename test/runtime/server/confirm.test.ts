/** Tools that ask the user for confirmation before they call the API, with official clients of both eras. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import {
  OpenApiServer,
  serveHttp,
  type Api,
  type HttpServer,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";

const sent: string[] = [];

function removing(name: string, confirm: NonNullable<Operation["confirm"]>): Operation {
  return {
    id: name,
    request: { method: "DELETE", path: "/things/{id}", params: [{ in: "path", name: "id" }] },
    input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    output: { type: "object", properties: { gone: { type: "string" } } },
    confirm,
    expose: { as: "tool", name, title: "Remove a thing" },
  };
}

const operations = [
  removing("remove", {}),
  removing("removeSaying", { message: "Really?" }),
  removing("removeAnyhow", { otherwise: "call" }),
  { ...removing("removeFixed", { message: "Really?" }), preset: { reason: "asked" } },
];

class Things extends OpenApiServer {
  static override readonly api: Api = {
    name: "things",
    title: "Things",
    version: "1",
    servers: [{ url: "https://api.example" }],
    baseUrlEnv: "THINGS_BASE_URL",
  };

  protected override expose(mcp: Registrar): void {
    for (const each of operations) mcp.add(each, (input, ctx) => this.call(each, input, ctx));
  }
}

const modes: readonly [name: string, mode: VersionNegotiationMode][] = [
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
];

for (const [name, mode] of modes) {
  describe(`confirmation, ${name}`, () => {
    let server: HttpServer;

    before(async () => {
      const fetch = ((url: string, { method }: { method: string }) => {
        sent.push(`${method} ${url}`);
        return Promise.resolve(Response.json({ gone: "yes" }));
      }) as unknown as typeof globalThis.fetch;
      server = await serveHttp(new Things({ fetch, env: {} }), { port: 0 });
    });

    after(() => server.close());

    /**
     * Calls a tool as a client whose user answers with `action`; without an action the client does not support
     * elicitation.
     */
    async function call(tool: string, id: string, action?: "accept" | "decline" | "cancel") {
      sent.length = 0;
      const questions: string[] = [];
      const capabilities = action === undefined ? {} : { elicitation: { form: {} } };
      const client = new Client(
        { name: "user", version: "1" },
        { versionNegotiation: { mode }, capabilities },
      );
      if (action !== undefined) {
        client.setRequestHandler("elicitation/create", ({ params }) => {
          questions.push(params.message);
          return action === "accept" ? { action, content: {} } : { action };
        });
      }
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
      try {
        const result = await client.callTool({ name: tool, arguments: { id } });
        const [first] = result.content as { text: string }[];
        return { text: first?.text ?? "", isError: result.isError === true, questions };
      } finally {
        await client.close();
      }
    }

    test("the user sees a confirmed request, which is sent once", async () => {
      const { text, isError, questions } = await call("remove", "a/b", "accept");
      assert.deepEqual([text, isError], ['{"gone":"yes"}', false]);
      assert.deepEqual(sent, ["DELETE https://api.example/things/a%2Fb"]);
      assert.deepEqual(questions, [
        'Call Remove a thing (DELETE https://api.example/things/{id})?\n\nid: "a/b"',
      ]);
    });

    test("a message of the user's own does not hide the arguments", async () => {
      const { questions } = await call("removeSaying", "x".repeat(5000), "accept");
      const shown = `DELETE https://api.example/things/{id}\nid: "${"x".repeat(300)}"… (5,000 characters)`;
      assert.deepEqual(questions, [`Really?\n\n${shown}`]);
    });

    test("parts of the request that the caller did not give are shown, too", async () => {
      const { questions } = await call("removeFixed", "a", "accept");
      const line = "DELETE https://api.example/things/{id}";
      assert.deepEqual(questions, [`Really?\n\n${line}\nid: "a"\nreason: "asked"`]);
    });

    for (const action of ["decline", "cancel"] as const) {
      test(`${action}: nothing is sent, and the result says so`, async () => {
        const { text, isError } = await call("remove", "a", action);
        assert.deepEqual(
          [text, isError],
          ["The user did not confirm the call. Nothing was sent.", true],
        );
        assert.deepEqual(sent, []);
      });
    }

    test("wrong arguments are refused before the user is asked", async () => {
      const { isError, questions } = await call("remove", ["a"] as unknown as string, "accept");
      assert.deepEqual([isError, questions, sent], [true, [], []]);
    });

    test("a client that can't ask is refused, unless the route map says otherwise", async () => {
      const refused = await call("remove", "a");
      assert.equal(refused.isError, true);
      assert.match(refused.text, /this client can't ask .*Nothing was sent\.$/);
      assert.deepEqual(sent, []);
      const called = await call("removeAnyhow", "a");
      assert.equal(called.isError, false);
      assert.equal(sent.length, 1);
      await call("removeAnyhow", "a", "decline");
      assert.deepEqual(sent, []);
    });
  });
}
