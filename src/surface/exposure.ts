import { defined } from "../../runtime/protocol/defined.js";
import type { Exposure, ToolAnnotations } from "../../runtime/contract/operation.js";
import { stripHidden } from "../diagnostics/hidden-characters.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { RoutedOperation } from "../routes/decision.js";
import { resourceAddress } from "./resource-address.js";
import type { ShapedArguments } from "./arguments/argument-draft.js";

interface Labels {
  readonly name: string;
  readonly title: string;
}

/** Exposes the operations of an API one by one, in order; no two resources may have the same URI. */
export class Exposer {
  readonly #apiName: string;
  /** Keys of operations by the URI of their resource, with the names of its variables removed. */
  readonly #addresses = new Map<string, string>();

  constructor(apiName: string) {
    this.#apiName = apiName;
  }

  /** An operation that can't be the requested resource becomes a tool, with an error that gives the reason. */
  expose(
    { operation, decision }: RoutedOperation,
    { name, title }: Labels,
    args: ShapedArguments,
    mimeType: string | undefined,
  ): { readonly exposure: Exposure; readonly diagnostics: readonly Diagnostic[] } {
    const tags =
      decision.tags && decision.tags.length > 0 ? { tags: decision.tags.map(stripHidden) } : {};
    const annotations = mergeAnnotations(annotationsOf(operation.method), decision.annotations);
    const tool: Exposure = { as: "tool", name, title, annotations, ...tags };
    if (decision.expose === "tool") return { exposure: tool, diagnostics: [] };
    const refuse = (code: Diagnostic["code"], reason: string) => ({
      exposure: tool,
      diagnostics: [
        {
          code,
          severity: "error",
          message: `${operation.key} can't be a resource: ${reason}.`,
          place: decision.place ?? operation.place,
          hint: "Expose it as a tool.",
        } satisfies Diagnostic,
      ],
    });
    if (decision.confirm) {
      return refuse("expose-impossible", "only tools ask their user before a call (`confirm`)");
    }
    const address = resourceAddress(operation, args, decision, this.#apiName);
    if (address.as === "impossible") return refuse("expose-impossible", address.reason);
    const uri = address.as === "resource" ? address.uri : address.uriTemplate;
    const shape = uri.replace(/\{\?[^{}]*\}$/, "").replace(/\{[^{}]*\}/g, "{}");
    const other = this.#addresses.get(shape);
    if (other !== undefined) return refuse("name-taken", `${other} has the same URI \`${uri}\``);
    this.#addresses.set(shape, operation.key);
    const exposure: Exposure = {
      ...address,
      name,
      title,
      ...defined({ mimeType: mimeType || undefined }),
      ...tags,
    };
    return { exposure, diagnostics: [] };
  }
}

/** The implied `destructiveHint` and `idempotentHint` are meaningless for a tool that the user marks as read-only. */
function mergeAnnotations(implied: ToolAnnotations, given: ToolAnnotations = {}): ToolAnnotations {
  const title = given.title === undefined ? {} : { title: stripHidden(given.title) };
  return { ...(given.readOnlyHint ? {} : implied), ...given, ...title };
}

/**
 * Returns the annotations that an HTTP method implies: a safe method is read-only, an idempotent one may be repeated.
 * MCP's defaults (not read-only, destructive, not idempotent, open world) apply to omitted hints; POST and PATCH state
 * `readOnlyHint: false` because some clients treat a tool without annotations as unknown.
 *
 * @see RFC 9110 sections 9.2.1 and 9.2.2; RFC 10008 for QUERY; MCP 2026-07-28 ToolAnnotations
 */
function annotationsOf(method: string): ToolAnnotations {
  switch (method) {
    case "GET":
    case "HEAD":
    case "OPTIONS":
    case "TRACE":
    case "QUERY":
      return { readOnlyHint: true };
    case "PUT":
      return { readOnlyHint: false, idempotentHint: true };
    case "DELETE":
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
    default:
      return { readOnlyHint: false };
  }
}
