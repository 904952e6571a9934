import { defined } from "../../../runtime/protocol/defined.js";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.js";
import { nearest } from "../../diagnostics/nearest.js";
import { isObject } from "../object.js";
import { escapeToken } from "../pointer.js";
import type { Source } from "../source.js";
import { writtenIn } from "../written-scalars.js";
import type { Action, Overlay } from "./overlay.js";

type Members = Readonly<Record<string, unknown>>;

const fieldsOfOverlay = ["overlay", "info", "extends", "actions"];
const fieldsOfAction = ["target", "description", "update", "remove", "copy"];

/**
 * Reads an OpenAPI Overlay of version 1.0 or 1.1.
 *
 * @returns the overlay, or `overlay-invalid` errors, each at the value that is wrong
 * @see Overlay 1.1, Overlay Object; Action Object
 */
export function readOverlay(source: Source): {
  overlay?: Overlay;
  diagnostics: readonly Diagnostic[];
} {
  const faults: Diagnostic[] = [];
  const overlay = new OverlayReader(source.url, faults).read(source.value);
  return faults.length > 0 || !overlay ? { diagnostics: faults } : { overlay, diagnostics: [] };
}

class OverlayReader {
  readonly #file: string;
  readonly #faults: Diagnostic[];

  constructor(file: string, faults: Diagnostic[]) {
    this.#file = file;
    this.#faults = faults;
  }

  read(value: unknown): Overlay | undefined {
    if (!isMembers(value) || typeof own(value, "overlay") !== "string") {
      this.#fault("", "The file is not an overlay: it lacks `overlay: 1.1.0`.");
      return undefined;
    }
    const version = String(own(value, "overlay"));
    if (!/^1\.[01]\.\d+$/.test(version)) {
      this.#fault("/overlay", `Overlays of version ${version.slice(0, 20)} can't be applied.`, {
        hint: "Supported versions are 1.0 and 1.1.",
      });
      return undefined;
    }
    this.#checkFields(value, "", fieldsOfOverlay);
    this.#checkInfo(own(value, "info"));
    const extended = own(value, "extends");
    if (extended !== undefined && typeof extended !== "string") {
      this.#fault("/extends", "`extends` must be the URL of a document.");
    }
    return {
      file: this.#file,
      ...defined({ extends: typeof extended === "string" ? extended : undefined }),
      actions: this.#actions(own(value, "actions"), version),
    };
  }

  #checkInfo(info: unknown): void {
    for (const field of ["title", "version"]) {
      if (!isMembers(info) || typeof own(info, field) !== "string") {
        this.#fault(
          isMembers(info) ? "/info" : "",
          `\`info\` must have a \`${field}\` (a string).`,
        );
      }
    }
  }

  #actions(value: unknown, version: string): readonly Action[] {
    if (!Array.isArray(value) || value.length === 0) {
      this.#fault(
        Array.isArray(value) ? "/actions" : "",
        "`actions` must list one action or more.",
      );
      return [];
    }
    return value.flatMap((action: unknown, index) =>
      this.#action(action, `/actions/${index}`, version),
    );
  }

  #action(action: unknown, pointer: string, version: string): readonly Action[] {
    if (!isMembers(action)) {
      this.#fault(pointer, "An action must be an object with a `target`.");
      return [];
    }
    this.#checkFields(action, pointer, fieldsOfAction);
    const target = own(action, "target");
    const place = { file: this.#file, pointer };
    if (typeof target !== "string") {
      this.#fault(pointer, "The action lacks a `target`: a JSONPath such as `$.paths.*.get`.");
      return [];
    }
    const remove = own(action, "remove");
    if (remove !== undefined && typeof remove !== "boolean") {
      this.#fault(`${pointer}/remove`, "`remove` must be true or false.");
    }
    // `remove: true` overrides `update` and `copy`.
    if (remove === true) return [{ kind: "remove", target, place }];
    const from = own(action, "copy");
    const hasUpdate = Object.hasOwn(action, "update");
    if (from !== undefined) {
      if (typeof from !== "string") this.#fault(`${pointer}/copy`, "`copy` must be a JSONPath.");
      else if (version.startsWith("1.0.")) {
        const hint = "Write `overlay: 1.1.0`.";
        this.#fault(`${pointer}/copy`, "`copy` requires version 1.1 of overlays.", { hint });
      } else if (hasUpdate) {
        this.#fault(`${pointer}/copy`, "An action has either `update` or `copy`, not both.");
      } else return [{ kind: "copy", target, from, place }];
      return [];
    }
    if (hasUpdate) {
      const text = writtenIn(action, "update");
      return [
        { kind: "update", target, value: own(action, "update"), ...defined({ text }), place },
      ];
    }
    this.#fault(pointer, "The action does nothing: it has no `update`, `copy` or `remove: true`.");
    return [];
  }

  #checkFields(value: Members, pointer: string, known: readonly string[]): void {
    for (const field of Object.keys(value)) {
      if (known.includes(field) || field.startsWith("x-")) continue;
      const near = nearest(field, known);
      this.#fault(
        `${pointer}/${escapeToken(field)}`,
        `${pointer === "" ? "An overlay" : "An action"} has no field \`${field.slice(0, 64)}\`.`,
        { hint: near ? `Did you mean \`${near}\`?` : `Its fields are ${known.join(", ")}, x-….` },
      );
    }
  }

  #fault(pointer: string, message: string, { hint }: { hint?: string } = {}): void {
    const place: Place = { file: this.#file, pointer };
    const diagnostic = { code: "overlay-invalid", severity: "error", message, place } as const;
    this.#faults.push(hint === undefined ? diagnostic : { ...diagnostic, hint });
  }
}

function isMembers(value: unknown): value is Members {
  return isObject(value) && !Array.isArray(value);
}

function own(value: Members, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
