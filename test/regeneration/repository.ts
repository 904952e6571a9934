/** A Git repository with a document and what the built command generates from it. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand, type Finished } from "../support/cli.js";

/** An operation as the tests write it: its tag, method and path, and optionally other members. */
export interface TestOperation {
  readonly id: string;
  readonly tag?: string;
  readonly summary?: string;
  readonly parameter?: string;
}

/** Returns a document with these operations in this order. Each has its own schemas, so that types are added, too. */
export function documentOf(operations: readonly TestOperation[], title = "Store"): string {
  const paths = operations.map(({ id, tag = "all", summary, parameter = "limit" }) => [
    `/${id}`,
    {
      get: {
        operationId: id,
        tags: [tag],
        summary: summary ?? `Returns ${id}.`,
        parameters: [{ name: parameter, in: "query", schema: { type: "integer" } }],
        responses: {
          "200": {
            description: "ok",
            content: {
              "application/json": { schema: { $ref: `#/components/schemas/${capital(id)}` } },
            },
          },
        },
      },
    },
  ]);
  const schemas = operations.map(({ id }) => [
    capital(id),
    { type: "object", properties: { [`${id}Name`]: { type: "string" } } },
  ]);
  const document = {
    openapi: "3.1.0",
    info: { title, version: "1.0.0" },
    servers: [{ url: "https://api.example.com" }],
    paths: Object.fromEntries(paths) as object,
    components: { schemas: Object.fromEntries(schemas) as object },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function capital(id: string): string {
  return `${id[0]?.toUpperCase() ?? ""}${id.slice(1)}`;
}

export class Repository {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), "regeneration-"));
  readonly #args: readonly string[];

  /**
   * @param args what every run of the command is given besides the document
   * @param from a repository to copy, instead of a new one
   */
  constructor(args: readonly string[], from?: Repository) {
    this.#args = args;
    if (from) {
      cpSync(from.folder, this.folder, { recursive: true });
      return;
    }
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("config", "user.name", "Test");
    this.git("config", "user.email", "test@example.com");
    this.git("config", "commit.gpgsign", "false");
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(file: string, content: string): void {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), "utf8");
  }

  has(file: string): boolean {
    return existsSync(path.join(this.folder, file));
  }

  removeFolder(folder: string): void {
    rmSync(path.join(this.folder, folder), { recursive: true });
  }

  edit(file: string, change: (text: string) => string): void {
    const before = this.read(file);
    const after = change(before);
    assert.notEqual(after, before, `${file} is edited`);
    this.write(file, after);
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.folder, encoding: "utf8", stdio: "pipe" });
  }

  /** Runs Git and returns whether it succeeded, which a merge with conflicts does not. */
  try(...args: readonly string[]): boolean {
    return spawnSync("git", args, { cwd: this.folder, stdio: "ignore" }).status === 0;
  }

  commit(message: string): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", message);
  }

  /** Runs the built command on `openapi.json`. */
  run(...more: readonly string[]): Promise<Finished> {
    return runCommand(["openapi.json", ...this.#args, ...more], { cwd: this.folder });
  }

  async generate(document: string, ...more: readonly string[]): Promise<Finished> {
    this.write("openapi.json", document);
    const finished = await this.run(...more);
    assert.equal(finished.code, 0, finished.stderr);
    return finished;
  }

  /** Returns the files below a folder with their content, without what Git ignores and its own. */
  files(folder: string): Readonly<Record<string, string>> {
    const from = path.join(this.folder, folder);
    return Object.fromEntries(
      readdirSync(from, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)))
        .filter((file) => !/^(?:dist|\.git)\//.test(file))
        .sort()
        .map((file) => [file, readFileSync(path.join(from, file), "utf8")]),
    );
  }
}
