import { OpenApiServer, type OpenApiServerClass, type Registrar } from "../../runtime/index.js";
import { readSurface } from "../../src/read-surface.js";
import { defaultOptions, type Options } from "../../src/options/table.js";
import type { Surface } from "../../src/surface/model.js";
import { Peer } from "../support/peer.js";

/** Returns the surface of a document, given as a path, a URL or the text. */
export async function surfaceOf(
  document: { readonly path: string } | { readonly text: string },
  options: Partial<Options>,
): Promise<Surface> {
  const { surface, diagnostics } = await readSurface(
    "path" in document ? document.path : "-",
    { ...defaultOptions(), ...options },
    {
      cwd: process.cwd(),
      readStdin: () => Promise.resolve("text" in document ? document.text : ""),
    },
  );
  if (!surface)
    throw new Error(JSON.stringify(diagnostics.filter((each) => each.severity === "error")));
  return surface;
}

export interface ServedSurface {
  readonly peer: Peer;
  /** Requests to the API, for example `GET /pets`. */
  readonly asked: string[];
}

/** Serves a surface like `serve` does. Its API is a function. */
export async function serveSurface({ api, operations }: Surface): Promise<ServedSurface> {
  const asked: string[] = [];
  const Server: OpenApiServerClass = class extends OpenApiServer {
    static override readonly api = { ...api, servers: [{ url: "http://api.example" }] };

    protected override expose(mcp: Registrar): void {
      for (const { facts } of operations) {
        mcp.add(facts, (input, ctx) => this.call(facts, input, ctx));
      }
    }
  };
  const server = new Server({
    env: {},
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      asked.push(`${init?.method ?? "GET"} ${url.pathname}`);
      return Promise.resolve(Response.json({ ok: true }));
    },
  });
  return { peer: await Peer.connect(server, "2025-11-25"), asked };
}
