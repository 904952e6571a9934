/** What must hold of every document, route map, arguments and answers: nothing runs, nothing leaks, every call ends. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { serverOfFacts } from "../../../runtime/server/untyped-api-server.js";
import { connectMemory, serviceOf } from "../../../runtime/index.js";
import { plainRequest } from "../../../runtime/testing/plain-request.js";
import { defaultOptions, generate, type Generation } from "../../../src/index.js";
import { checkFile } from "../attacks/check-code.js";
import type { FuzzedAnswer } from "./answers.js";
import { hosts } from "./documents.js";

export interface Input {
  readonly document: unknown;
  readonly routes: unknown;
  readonly tests: boolean;
  readonly arguments: readonly unknown[];
  readonly answers: readonly FuzzedAnswer[];
}

/** Stands in files beside the document. No output may hold it. */
const fileSecret = "canary-file-7b1d";
/** The value of every credential. Only the API may get it. */
const credential = "canary-value-93ce";

export class Fuzzed {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), "fuzz-"));
  readonly #project = path.join(this.#folder, "project");
  readonly #names = Reflect.ownKeys(Object.prototype).length;
  #executed = false;
  /** Inputs from which a server could be made. */
  served = 0;
  calls = 0;

  constructor() {
    mkdirSync(this.#project);
    for (const [name, text] of [
      ["../secret.json", JSON.stringify({ type: "string", description: fileSecret })],
      [".env", `KEY=${fileSecret}\n`],
    ] as const) {
      writeFileSync(path.join(this.#project, name), text);
    }
    Object.defineProperty(globalThis, "__pwned", {
      set: () => {
        this.#executed = true;
      },
      get: () => undefined,
    });
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @throws AssertionError if something does not hold of the input */
  async check(input: Input): Promise<void> {
    const generation = await this.#generate(input);
    const texts = (generation.files ?? []).map(({ content }) => content);
    texts.push(JSON.stringify(generation.diagnostics));
    for (const file of generation.files ?? []) if (file.role !== "runtime") checkFile(file);
    if (generation.surface) texts.push(...(await this.#serve(generation.surface, input)));
    for (const text of texts) {
      assert.ok(!text.includes(fileSecret), "a file beside the document is in an output");
      assert.ok(!text.includes(credential), "a credential is in an output");
    }
    assert.ok(!this.#executed, "a text of the document was run");
    assert.equal(Reflect.ownKeys(Object.prototype).length, this.#names, "Object.prototype changed");
  }

  #generate({ document, routes, tests }: Input): Promise<Generation> {
    const input = path.join(this.#project, "openapi.json");
    const map = path.join(this.#project, "routes.json");
    writeFileSync(input, JSON.stringify(document));
    writeFileSync(map, JSON.stringify(routes));
    const options = { ...defaultOptions(), routes: map, tests };
    return generate(input, options, { cwd: this.#project });
  }

  /** Calls each tool once. @returns what the client got */
  async #serve(
    surface: NonNullable<Generation["surface"]>,
    { arguments: given, answers }: Input,
  ): Promise<string[]> {
    let sent = 0;
    const fetch = async (target: unknown, init: RequestInit = {}): Promise<Response> => {
      const url = new URL(String(target));
      assert.ok(hosts.includes(url.hostname), `a request goes to ${url.host}`);
      new Headers(init.headers);
      await new Response(init.body ?? null).arrayBuffer();
      const { status, headers, body } = answers[sent++ % answers.length]!;
      const bodiless = status === 204 || status === 304;
      return new Response(bodiless ? null : body, {
        status,
        headers: headers as [string, string][],
      });
    };
    // A server variable's value is no secret, and a refusal of it shows it.
    const names = JSON.stringify(surface.api.securitySchemes ?? {}).match(/MCP_CODEGEN_\w+/g) ?? [];
    const env = Object.fromEntries(names.map((name) => [name, credential]));
    const Server = serverOfFacts(
      surface.api,
      surface.operations.map(({ facts }) => facts),
    );
    const server = new Server({ env, fetch: fetch as typeof globalThis.fetch });
    const client = await connectMemory(server, {
      protocolVersion: "2025-11-25",
      elicitation: { form: () => ({ action: "accept", content: {} }) },
    });
    this.served++;
    try {
      const { tools = [] } = (await plainRequest(client, "tools/list", {})) as {
        tools?: { name: string }[];
      };
      const results: unknown[] = [tools];
      for (const [index, { name }] of tools.slice(0, 6).entries()) {
        this.calls++;
        const args = given[index % given.length] ?? {};
        results.push(await plainRequest(client, "tools/call", { name, arguments: args }));
      }
      return results.map((result) => JSON.stringify(result));
    } finally {
      await client.close();
      await serviceOf(server).close();
    }
  }
}
