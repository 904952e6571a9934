/** Notes as a class: a decorator exposes each method to clients. `node --import tsx server.ts` serves it. */
import {
  mcpCompletion,
  mcpLifespan,
  mcpPrompt,
  mcpServer,
  mcpServerOf,
  mcpTemplate,
  mcpTool,
  serveHttp,
  type CallContext,
  type LifespanGenerator,
} from "mcp-codegen/runtime";
import { z } from "zod";

const note = z.object({ title: z.string().min(1), text: z.string() });

@mcpServer({ name: "notes", version: "1.0.0", instructions: "Notes have titles." })
class Notes {
  readonly #notes = new Map<string, string>();

  /** Runs up to `yield` before the first request, and the rest when the server closes. */
  @mcpLifespan
  async *open(): LifespanGenerator {
    this.#notes.set("Groceries", "Milk, bread, apples.");
    yield;
    this.#notes.clear();
  }

  // The compiler checks the method's parameter against the schema.
  @mcpTool({ input: note, description: "Adds a note, if the user agrees to replace an old one." })
  async addNote({ title, text }: z.infer<typeof note>, ctx: CallContext): Promise<string> {
    if (this.#notes.has(title)) {
      const { action } = await ctx.elicit({
        message: `Replace ${title}?`,
        requestedSchema: { type: "object", properties: {} },
      });
      if (action !== "accept") return `${title} stays as it is.`;
    }
    this.#notes.set(title, text);
    return `Added ${title}.`;
  }

  @mcpTemplate({ uriTemplate: "notes://notes/{title}", name: "note", mimeType: "text/plain" })
  readNote({ title }: { title: string }): string {
    return this.#notes.get(title) ?? "";
  }

  @mcpPrompt({ arguments: [{ name: "title", required: true }] })
  summarise({ title }: { title: string }): string {
    return `Summarise this note in one sentence:\n\n${this.#notes.get(title) ?? ""}`;
  }

  @mcpCompletion("summarise", "title")
  titles(start: string): string[] {
    return [...this.#notes.keys()].filter((title) => title.startsWith(start));
  }
}

const server = mcpServerOf(new Notes());
const http = await serveHttp(server, { port: Number(process.env.PORT ?? 3000) });
console.error(`The notes are served at ${http.url}`);
process.once("SIGTERM", () => void http.close().then(() => server.close()));
