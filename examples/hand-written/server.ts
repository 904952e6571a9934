/** Notes as an MCP server. Each of the other files of this folder serves it over one transport. */
import { setTimeout as wait } from "node:timers/promises";
import { McpServer, ResourceNotFound, ToolError, type Registration } from "mcp-codegen/runtime";
import { z } from "zod";

const found = z.object({ titles: z.array(z.string()), total: z.int() });

/** Returns a server with notes of its own. It can serve any number of clients over any number of transports. */
export function notesServer(): McpServer {
  const notes = new Map([
    ["Groceries", "Milk, bread, apples."],
    ["Garden", "Water the beans. Pick the apples."],
  ]);
  const server = new McpServer({
    name: "notes",
    version: "1.0.0",
    instructions: "Search before you add a note: there may be one already.",
  });
  addReading(server, notes);
  addWriting(server, notes);
  return server;
}

function addReading(server: McpServer, notes: ReadonlyMap<string, string>): void {
  const titlesFrom = (start: string): string[] =>
    [...notes.keys()].filter((title) => title.toLowerCase().startsWith(start.toLowerCase()));

  // The schema checks the arguments, types them, and is listed to clients.
  server.tool(
    {
      name: "search_notes",
      description: "Finds the notes that hold a word.",
      input: z.object({
        word: z.string().trim().min(1).describe("Upper and lower case are the same"),
        limit: z.int().min(1).max(50).default(10),
      }),
      output: found,
      annotations: { readOnlyHint: true },
    },
    ({ word, limit }): z.infer<typeof found> => {
      const titles = [...notes]
        .filter((note) => note.join("\n").toLowerCase().includes(word.toLowerCase()))
        .map(([title]) => title);
      return { titles: titles.slice(0, limit), total: titles.length };
    },
  );

  // A long-running tool: it reports progress and stops when the client cancels it.
  server.tool(
    {
      name: "proofread_notes",
      description: "Reads all notes slowly, word by word.",
      input: z.object({ msPerWord: z.int().min(0).max(1000).default(100) }),
    },
    async ({ msPerWord }, ctx) => {
      const words = [...notes.values()].flatMap((text) => text.split(" "));
      for (const [index, word] of words.entries()) {
        await wait(msPerWord, undefined, { signal: ctx.signal });
        ctx.progress(index + 1, words.length, word);
      }
      return `${words.length} words, all of them fine.`;
    },
  );

  server.resource(
    {
      uri: "notes://titles",
      name: "titles",
      description: "What there is.",
      mimeType: "text/plain",
    },
    () => [...notes.keys()].join("\n"),
  );
  server.template(
    {
      uriTemplate: "notes://notes/{title}",
      name: "note",
      mimeType: "text/plain",
      complete: { title: titlesFrom },
    },
    ({ title }) => {
      const text = notes.get(String(title));
      if (text === undefined) throw new ResourceNotFound();
      return text;
    },
  );
  server.prompt(
    {
      name: "summarise",
      description: "Asks for the gist of a note.",
      arguments: [{ name: "title", required: true, complete: titlesFrom }],
    },
    ({ title = "" }) => `Summarise this note in one sentence:\n\n${notes.get(title) ?? "(empty)"}`,
  );
}

function addWriting(server: McpServer, notes: Map<string, string>): void {
  const pins = new Map<string, Registration>();

  // A question to the user. A client of 2025-11-25 gets it while this function waits. For a client of 2026-07-28, the
  // call ends with the question and this function runs again with the answer, so `once` guards what must not repeat.
  server.tool(
    {
      name: "add_note",
      description: "Adds a note; the user says what it is called.",
      input: z.object({ text: z.string().min(1) }),
    },
    async ({ text }, ctx) => {
      const added = await ctx.once("added", () => new Date().toISOString());
      const { action, content } = await ctx.elicit({
        message: "What shall the note be called?",
        requestedSchema: {
          type: "object",
          properties: { title: { type: "string", minLength: 1 } },
          required: ["title"],
        },
      });
      if (action !== "accept") return "Nothing was added.";
      const title = String(content?.["title"]);
      notes.set(title, `${text}\n(${added})`);
      server.resourceUpdated("notes://titles");
      return `Added ${title}.`;
    },
  );

  // The lists may change at any time; subscribed clients are notified.
  server.tool(
    {
      name: "pin_note",
      description: "Lists a note among the resources, or takes it from there.",
      input: z.object({ title: z.string() }),
      annotations: { idempotentHint: false },
    },
    ({ title }) => {
      const pin = pins.get(title);
      if (pin) {
        pin.remove();
        pins.delete(title);
        return `${title} is pinned no more.`;
      }
      if (!notes.has(title)) throw new ToolError(`There is no note called ${title}.`);
      const uri = `notes://pinned/${encodeURIComponent(title)}`;
      pins.set(
        title,
        server.resource({ uri, name: title }, () => notes.get(title)),
      );
      return `${title} is pinned.`;
    },
  );
}
