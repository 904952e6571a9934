/**
 * Calls one tool of any server, which is a URL or a command:
 *
 *     node --import tsx call.ts search '{"query":"coffee"}' https://shop.example/mcp
 *     node --import tsx call.ts search '{"query":"coffee"}' npx -y some-server
 */
import { connect, McpCallError } from "mcp-codegen/runtime";

const [tool = "", args = "{}", ...target] = process.argv.slice(2);
const token = process.env["TOKEN"];

await using client = await connect(URL.canParse(target[0] ?? "") ? String(target[0]) : target, {
  roots: [{ uri: "file:///workspace" }],
  ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
});
console.log("tools:", (await client.listTools()).map(({ name }) => name).join(", "));

try {
  const { content, structuredContent } = await client.callTool(tool, JSON.parse(args), {
    onProgress: ({ progress, total }) => console.log(`${progress} of ${total}`),
  });
  for (const each of content) if (each.type === "text") console.log(each.text);
  if (structuredContent !== undefined) console.log(structuredContent);
} catch (error) {
  if (!(error instanceof McpCallError)) throw error;
  console.log(`error ${error.code}: ${error.message}`);
}
