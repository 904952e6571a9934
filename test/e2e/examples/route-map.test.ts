/** examples/route-map: the effects of the overlay and the route map, with official clients of both eras. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startLibraryApi } from "../../../examples/route-map/api.js";
import { startExample } from "./example-process.js";

test("route-map: clients see the effects of the overlay and the route map", async (t) => {
  const api = await startLibraryApi();
  t.after(() => api.close());
  const { port } = api.address() as AddressInfo;
  const env = { MCP_CODEGEN_LIBRARY_BASE_URL: `http://127.0.0.1:${port}` };
  const program = await startExample(t, "route-map/server.ts", env, ["--http", "0"]);
  for (const mode of ["legacy", "auto"] as const) {
    const client = new Client(
      { name: "examples", version: "1.0.0" },
      { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
    );
    const asked: string[] = [];
    let action: "accept" | "decline" = "decline";
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return action === "accept" ? { action, content: {} } : { action };
    });
    await client.connect(new StreamableHTTPClientTransport(program.url));

    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
      [
        ["find_books", ["words"]],
        ["remove_book", ["id"]],
      ],
    );
    const found = await client.callTool({ name: "find_books", arguments: { words: "Em" } });
    const texts = (found.content as { text: string }[]).map(({ text }) => text);
    assert.deepEqual(
      (JSON.parse(texts[0] ?? "") as { title: string }[]).map(({ title }) => title),
      ["Emma", "Emil", "Emmaus"],
    );
    assert.match(texts[1] ?? "", /Only the first 3 of 4 items are shown\./);

    const { contents } = await client.readResource({ uri: "library://branches/main/books/4" });
    assert.match((contents[0] as { text: string }).text, /"Emmental"/);

    const remove = async (id: number) =>
      (await client.callTool({ name: "remove_book", arguments: { id } })).isError === true;
    assert.equal(await remove(5), true);
    const request = `DELETE http://127.0.0.1:${port}/branches/{branch}/books/{id}`;
    assert.equal(asked[0], `Remove this book for good?\n\n${request}\nid: 5\nbranch: "main"`);
    action = "accept";
    // The first client has removed it from the API.
    assert.equal(await remove(5), mode === "auto");
    await client.close();
  }
  assert.equal(await program.stop(), 0, program.output());
});
