/** Where answers differ from the document, as an overlay that would correct it. Loaded only where it is asked for. */
import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { isObject } from "../../protocol/json.js";
import type { Log } from "../../protocol/log.js";
import type { Violation } from "../../schema/validator.js";
import type { Api } from "../../contract/api.js";
import type { Operation } from "../../contract/operation.js";
import { corrections, hint, type Correction } from "./corrections.js";
import { schemaPlace } from "./places.js";

/** More than these say that it is another API. */
const maxTargets = 2_000;
/** How long changes are gathered before the file is written. */
const delayMs = 500;

/**
 * Gathers misfits while the process lives, and keeps a file with all of them: an OpenAPI Overlay. Written as JSON, which
 * is YAML too; the same misfits make the same file, in whatever order they came.
 *
 * @see OpenAPI Overlay 1.0.0
 */
export class DriftReport {
  readonly #file: string;
  readonly #api: Api;
  readonly #log: Log;
  /** By target and kind, so that each correction is made once. */
  readonly #corrections = new Map<string, Correction>();
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, api: Api, log: Log) {
    this.#file = file;
    this.#api = api;
    this.#log = log;
    // The program may end before the timer does.
    process.once("exit", () => this.#flush());
  }

  /** Notes where an answer of an operation differs from its schema. */
  add(operation: Operation, violations: readonly Violation[]): void {
    let isNew = false;
    for (const violation of violations) {
      const place = schemaPlace(this.#api, operation, violation.schemaPath);
      const found = place
        ? corrections(violation, place, this.#api.document?.version)
        : [hint(violation, operation)];
      for (const correction of found) {
        const { target, description, update = null } = correction;
        const key = JSON.stringify([target, update, ...(place ? [] : [description])]);
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
      this.#log.error("The drift report can't be written", error, { file: this.#file });
    }
  }

  #text(): string {
    const { title, version } = this.#api;
    const actions = [...this.#corrections]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      // What is taken away must go before what takes its place.
      .sort(([, a], [, b]) => Number(isObject(a.update)) - Number(isObject(b.update)))
      .map(([, correction]) => correction);
    const info = { title: `Corrections of ${title} by what it answers`, version };
    return `${JSON.stringify({ overlay: "1.0.0", info, actions }, undefined, 2)}\n`;
  }
}
