/** Writes an overlay that would correct the document. Loaded only with `driftReport`. */
import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { isObject } from "../../protocol/json.js";
import type { Log } from "../../protocol/log.js";
import type { Violation } from "../../schema/violation.js";
import type { Api } from "../../contract/api.js";
import type { Operation } from "../../contract/operation.js";
import { corrections, hint, type Correction } from "./corrections.js";
import { locateSchema } from "./schema-location.js";

/** Most corrections; a document that needs more describes another API. */
const maxTargets = 2_000;
/** How long to collect corrections before writing. */
const delayMs = 500;

/**
 * Collects violations while the process runs, and keeps a file with corrections for all of them: an OpenAPI Overlay in JSON.
 * The same violations make the same file, in whatever order they come.
 *
 * @see OpenAPI Overlay 1.0.0
 */
export class DriftReport {
  readonly #file: string;
  readonly #api: Api;
  readonly #log: Log;
  /** By target and content, so that none is repeated. */
  readonly #corrections = new Map<string, Correction>();
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, api: Api, log: Log) {
    this.#file = file;
    this.#api = api;
    this.#log = log;
    // The process may exit before the timer fires.
    process.once("exit", () => this.#flush());
  }

  /** Adds the corrections for a response that violates an operation's schema. */
  add(operation: Operation, violations: readonly Violation[]): void {
    let isNew = false;
    for (const violation of violations) {
      const location = locateSchema(this.#api, operation, violation.schemaPath);
      const found = location
        ? corrections(violation, location, this.#api.document?.version)
        : [hint(violation, operation)];
      for (const correction of found) {
        const { target, description, update = null } = correction;
        const key = JSON.stringify([target, update, ...(location ? [] : [description])]);
        if (this.#corrections.has(key) || this.#corrections.size >= maxTargets) continue;
        this.#corrections.set(key, correction);
        isNew = true;
      }
    }
    if (isNew && this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#flush(), delayMs);
      this.#timer.unref();
    }
  }

  #flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const temporary = `${this.#file}.${randomBytes(4).toString("hex")}.tmp`;
    try {
      writeFileSync(temporary, this.#text());
      renameSync(temporary, this.#file);
    } catch (error) {
      this.#log.error("Could not write the drift report", error, { file: this.#file });
    }
  }

  #text(): string {
    const { title, version } = this.#api;
    const actions = [...this.#corrections]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      // Removals come first, so that they do not remove what an update adds.
      .sort(([, a], [, b]) => Number(isObject(a.update)) - Number(isObject(b.update)))
      .map(([, correction]) => correction);
    const info = { title: `Corrections of ${title} from its responses`, version };
    return `${JSON.stringify({ overlay: "1.0.0", info, actions }, undefined, 2)}\n`;
  }
}
