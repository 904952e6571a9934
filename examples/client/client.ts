/**
 * A client of the notes of ../hand-written: starts them as a child process, or connects to the URL that is given, and uses all
 * that a server can offer.
 *
 *     node --import tsx examples/client/client.ts [URL]
 */
import { createInterface } from "node:readline/promises";
import path from "node:path";
import {
  connect,
  connectStdio,
  McpCallError,
  type ClientOptions,
  type McpClient,
} from "mcp-codegen/runtime";

/** Questions of the server go to the user; without a terminal they get a fixed answer. */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return "Shed";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} `);
  terminal.close();
  return answer;
}

const options: ClientOptions = {
  elicitation: {
    form: async ({ message }) => ({ action: "accept", content: { title: await ask(message) } }),
  },
};

function open(url: string | undefined): Promise<McpClient> {
  if (url !== undefined) return connect(url, options);
  const program = path.join(import.meta.dirname, "../hand-written/stdio.ts");
  return connectStdio({ command: process.execPath, args: ["--import", "tsx", program] }, options);
}

await using client = await open(process.argv[2]);
console.log(`${client.serverInfo?.name} over ${client.transport}, ${client.protocolVersion}`);

for await (const tool of client.tools()) console.log(`- ${tool.name}`);

const found = await client.callTool("search_notes", { word: "apples" });
console.log(found.structuredContent);

const read = await client.callTool(
  "proofread_notes",
  { msPerWord: 1 },
  { onProgress: ({ progress, total }) => console.log(`${progress} of ${total}`) },
);
console.log(read.content);

const unsubscribe = await client.subscribe("notes://titles");
const changed = new Promise<string>((resolve) => client.on("resourceUpdated", resolve));
const added = await client.callTool("add_note", { text: "Mend the roof." });
console.log(added.content);
// Over HTTP changes come on a stream of their own, so they may come after the result.
console.log(`${await changed} changed`);
await unsubscribe();

const { contents } = await client.readResource("notes://notes/Shed");
console.log(contents);

const { messages } = await client.getPrompt("summarise", { title: "Shed" });
console.log(messages.length, "message for a model");

try {
  await client.readResource("notes://notes/Attic");
} catch (error) {
  if (!(error instanceof McpCallError)) throw error;
  console.log(`refused: ${error.code}`);
}
