/** examples/files: files from every source that the README names, with the official client. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startGalleryApi } from "../../../examples/files/api.js";
import { root } from "../../support/cli.js";
import { startExample } from "./example-process.js";

test("files: base64, text, a resource and an allowed path reach the API as bytes", async (t) => {
  const api = await startGalleryApi();
  t.after(() => api.close());
  const { port } = api.address() as AddressInfo;
  const env = { MCP_CODEGEN_GALLERY_BASE_URL: `http://127.0.0.1:${port}` };
  const pictures = path.join(root, "examples/files/pictures");
  const words = ["--http", "0", "--allow-files", pictures];
  const program = await startExample(t, "files/server.ts", env, words);
  const client = new Client({ name: "examples", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(program.url));

  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, structuredContent, isError } = await client.callTool({
      name,
      arguments: args,
    });
    const [first] = content as { text: string }[];
    return isError ? first?.text : (structuredContent as Record<string, unknown>);
  };
  const added = await call("addPicture", { picture: { path: "dot.png" }, tags: ["a", "b"] });
  assert.ok(typeof added === "object" && added["type"] === "multipart/form-data", String(added));
  const body = String(added["body"]);
  assert.match(body, /name="picture"; filename="dot\.png"\r\nContent-Type: image\/png\r\n\r\n.PNG/);
  assert.match(body, /name="tags"\r\n\r\na\r\n[^]*name="tags"\r\n\r\nb\r\n/);

  const rules = { id: 7, body: { uri: "gallery://rules" } };
  assert.deepEqual(await call("writeNotes", rules), {
    path: "/pictures/7/notes",
    type: "application/octet-stream",
    bytes: 10,
    body: "No flash.\n",
  });
  const outside = { id: 7, body: { path: path.join(root, "package.json") } };
  assert.match(String(await call("writeNotes", outside)), /--allow-files/);
  const gif = { picture: { data: "R0lGOA==", mimeType: "image/gif" } };
  assert.match(
    String(await call("addPicture", gif)),
    /the API accepts only image\/png, image\/jpeg/,
  );
  await client.close();
  assert.equal(await program.stop(), 0, program.output());
});
