import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Operation } from "../operations/model.js";
import type { Words } from "./route-map.js";
import { toDiagnostics, validate } from "./validate.js";
import { WordReader, type WrittenWords } from "./words.js";

/** Reads the `x-mcp` of operations; a value that several share (from the document's root) is read once. */
export class XMcpReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #objects = new Map<unknown, Words>();

  /** What the operation's `x-mcp` says; undefined when it has none. What is malformed in it is left out. */
  read(operation: Operation): Words | undefined {
    if (!Object.hasOwn(operation.extensions, "x-mcp")) return undefined;
    const value = operation.extensions["x-mcp"];
    if (value === false) return { expose: "exclude" };
    if (value === true) return { expose: "tool" };
    let words = this.#objects.get(value);
    if (!words) {
      words = this.#readObject(value, operation);
      this.#objects.set(value, words);
    }
    return words;
  }

  #readObject(value: unknown, operation: Operation): Words {
    const place = { file: operation.place.file, pointer: `${operation.place.pointer}/x-mcp` };
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.diagnostics.push({
        code: "x-mcp-invalid",
        severity: "warning",
        message: `x-mcp of ${operation.key} is neither true, false nor an object; it is ignored.`,
        place,
      });
      return {};
    }
    const faults = validate("xMcp", value);
    const wrong = new Set(faults.map(({ pointer }) => pointer.split("/")[1]));
    this.diagnostics.push(
      ...toDiagnostics(
        faults.map((fault) => ({
          ...fault,
          message: `x-mcp of ${operation.key}: ${fault.message} It is ignored.`,
        })),
        place,
        "warning",
        "x-mcp-invalid",
      ),
    );
    const right = Object.entries(value).filter(([field]) => !wrong.has(field));
    const reader = new WordReader("warning", "x-mcp-invalid");
    const words = reader.read(Object.fromEntries(right) as WrittenWords, place);
    this.diagnostics.push(...reader.diagnostics);
    return words;
  }
}
