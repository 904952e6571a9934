/** Type errors of sources of resources. Checked by `npm run typecheck`; never run. */
import {
  directoryResource,
  fileResource,
  httpResource,
  memoryServer,
  type Registrar,
} from "../../runtime/index.js";

export async function sources(mcp: Registrar): Promise<void> {
  mcp.resource(await fileResource("a.md", { uri: "a://b", mimeType: "text/markdown" }));
  mcp.resource(await directoryResource("docs", { uri: "a://c/", recursive: true }));
  mcp.resource(await httpResource("https://a.example", { uri: "a://d", headers: { a: "b" } }));
  // @ts-expect-error: a source is made first
  mcp.resource(fileResource("a.md", { uri: "a://b" }));
  // @ts-expect-error: a definition needs a handler
  mcp.resource({ uri: "a://b", name: "b" });
  // @ts-expect-error: the URI is missing
  await fileResource("a.md", {});
  // @ts-expect-error: a list is JSON
  await directoryResource("docs", { uri: "a://c/", mimeType: "text/plain" });
  // @ts-expect-error: a file has no headers
  await fileResource("a.md", { uri: "a://b", headers: {} });
  // @ts-expect-error: limits of callers are not those of the memory
  await memoryServer({ limits: { facts: 1 } });
}
