import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import { displayReference } from "../diagnostics/display.js";
import { below } from "../diagnostics/place.js";
import type { Operation } from "../operations/model.js";
import type { RouteSettings } from "./route-map.js";
import type { ExtensionTrust } from "./extension-trust.js";
import { toDiagnostics, validate } from "./validate.js";
import { readSpeakeasy } from "./x-speakeasy-mcp.js";
import { SettingReader, type WrittenSettings } from "./settings.js";

/** The settings of an operation in the document. */
export interface OperationExtension {
  readonly settings: RouteSettings;
  /** The extension that decides what the operation becomes. */
  readonly because: string;
}

type Extension = "x-mcp" | "x-speakeasy-mcp";

/**
 * Reads `x-mcp` and, as a weaker source, Speakeasy's `x-speakeasy-mcp` of operations. A value that several operations share
 * (from the document's root) is read once.
 */
export class XMcpReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #objects: Readonly<Record<Extension, Map<unknown, RouteSettings>>> = {
    "x-mcp": new Map(),
    "x-speakeasy-mcp": new Map(),
  };
  readonly #trust: ExtensionTrust | undefined;

  /** @param trust - absent: all words of the document are obeyed */
  constructor(trust?: ExtensionTrust) {
    this.#trust = trust;
  }

  /** Returns undefined for an operation without either. Invalid settings are reported and dropped. */
  read(operation: Operation): OperationExtension | undefined {
    const own = this.#wordsOf(operation, "x-mcp");
    const speakeasy = this.#wordsOf(operation, "x-speakeasy-mcp");
    if (!own && !speakeasy) return undefined;
    const annotations = { ...speakeasy?.annotations, ...own?.annotations };
    const settings: RouteSettings = {
      ...speakeasy,
      ...own,
      ...defined({ annotations: Object.keys(annotations).length > 0 ? annotations : undefined }),
    };
    const decides = own && (own.expose !== undefined || speakeasy?.expose === undefined);
    const excluded = settings.expose === "exclude";
    const because = decides
      ? `x-mcp${excluded ? ": false" : ""}`
      : `x-speakeasy-mcp${excluded ? ": disabled" : ""}`;
    return { settings, because };
  }

  #wordsOf(operation: Operation, extension: Extension): RouteSettings | undefined {
    if (!Object.hasOwn(operation.extensions, extension)) return undefined;
    const value = operation.extensions[extension];
    if (value === false && extension === "x-mcp") return { expose: "exclude" };
    if (value === true && extension === "x-mcp") return { expose: "tool" };
    let settings = this.#objects[extension].get(value);
    if (!settings) {
      settings = this.#readObject(value, operation, extension);
      this.#objects[extension].set(value, settings);
    }
    return this.#obeyed(settings, operation, extension);
  }

  /** Drops what a document can't be trusted with, and reports it. */
  #obeyed(settings: RouteSettings, operation: Operation, extension: Extension): RouteSettings {
    const { annotations = {}, args } = settings;
    const isUsers = this.#trust?.for(operation, extension) ?? ((): boolean => true);
    const prefix = extension === "x-mcp" ? ["annotations"] : [];
    const hints = Object.entries(annotations);
    const foreign = hints.filter(([name]) => !isUsers(...prefix, name));
    const fixed = [...(args ?? [])]
      .filter(([name, { value }]) => "fix" in value && !isUsers("args", name, "fix"))
      .map(([name]) => name);
    const unsafe = hints.filter(
      (hint) => !foreign.includes(hint) && makesHarmless(hint, operation.method),
    );
    if (foreign.length + fixed.length + unsafe.length === 0) return settings;
    this.#reportForeign(operation, extension, [
      ...foreign.map(([name]) => name),
      ...fixed.map((name) => `the fixed value of ${displayReference(name)}`),
    ]);
    this.#reportUnsafe(operation, extension, unsafe);
    const kept = hints.filter((hint) => !foreign.includes(hint) && !unsafe.includes(hint));
    const { annotations: _, args: __, ...rest } = settings;
    return {
      ...rest,
      ...defined({
        annotations: kept.length > 0 ? Object.fromEntries(kept) : undefined,
        args: args && new Map([...args].filter(([name]) => !fixed.includes(name))),
      }),
    };
  }

  #reportForeign(operation: Operation, extension: Extension, words: readonly string[]): void {
    if (words.length === 0) return;
    this.diagnostics.push({
      code: "x-mcp-untrusted",
      severity: "warning",
      message: `${extension} of ${operation.key} comes from another host, so it does not decide ${words.join(", ")}.`,
      place: below(operation.place, extension),
      hint: "Say it in a route map or an overlay, or trust the document with --trust-x-mcp.",
    });
  }

  #reportUnsafe(
    operation: Operation,
    extension: Extension,
    hints: readonly (readonly [name: string, value: unknown])[],
  ): void {
    if (hints.length === 0) return;
    const words = hints.map(([name, value]) => `${name}: ${String(value)}`).join(", ");
    this.diagnostics.push({
      code: "x-mcp-untrusted",
      severity: "warning",
      message: `${extension} can't make ${operation.key} harmless (${words}), because its method is not.`,
      place: below(operation.place, extension),
      hint: "If it is, say so in a route map.",
    });
  }

  #readObject(value: unknown, operation: Operation, extension: Extension): RouteSettings {
    const { file, pointer } = operation.place;
    const place: Place = { file, pointer: `${pointer}/${extension}` };
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      const shapes = extension === "x-mcp" ? "not true, false or an object" : "not an object";
      this.diagnostics.push({
        code: "x-mcp-invalid",
        severity: "warning",
        message: `${extension} of ${operation.key} is ${shapes}; it is ignored.`,
        place,
      });
      return {};
    }
    const faults = validate(extension === "x-mcp" ? "xMcp" : "xSpeakeasyMcp", value);
    const wrong = new Set(faults.map((fault) => fault.pointer.split("/")[1]));
    this.diagnostics.push(
      ...toDiagnostics(
        faults.map((fault) => ({
          ...fault,
          message: `${extension} of ${operation.key}: ${fault.message} It is ignored.`,
        })),
        place,
        "warning",
        "x-mcp-invalid",
      ),
    );
    const right = Object.fromEntries(Object.entries(value).filter(([field]) => !wrong.has(field)));
    if (extension === "x-speakeasy-mcp") return readSpeakeasy(right);
    const reader = new SettingReader("warning", "x-mcp-invalid");
    const settings = reader.read(right as WrittenSettings, place);
    this.diagnostics.push(...reader.diagnostics);
    return settings;
  }
}

/** Clients call tools without asking because of such hints. @see RFC 9110, 9.2.1 and 9.2.2 */
function makesHarmless([name, value]: readonly [string, unknown], method: string): boolean {
  if (["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method)) return false;
  if (name === "idempotentHint") return value === true && method !== "PUT" && method !== "DELETE";
  return value === (name === "readOnlyHint") && /^(?:readOnly|destructive)Hint$/.test(name);
}
