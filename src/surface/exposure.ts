import { defined } from "../../runtime/protocol/defined.js";
import type { Exposure, ToolAnnotations } from "../../runtime/contract/operation.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { RoutedOperation } from "../routes/decision.js";
import { annotationsOf } from "./annotations.js";
import { resourceAddress } from "./resource-address.js";
import type { ShapedArguments } from "./arguments/argument-draft.js";

/** What an operation is called. */
interface Labels {
  readonly name: string;
  readonly title: string;
}

/** Exposes the operations of an API one by one, in order; remembers which URIs are taken. */
export class Exposer {
  readonly #apiName: string;
  /** Keys of operations by the URI of their resource, the names of its variables aside. */
  readonly #addresses = new Map<string, string>();

  constructor(apiName: string) {
    this.#apiName = apiName;
  }

  /** An operation that can't be the resource it should be is a tool, with an error that says why. */
  expose(
    { operation, decision }: RoutedOperation,
    { name, title }: Labels,
    args: ShapedArguments,
    mimeType: string | undefined,
  ): { readonly exposure: Exposure; readonly diagnostics: readonly Diagnostic[] } {
    const tags = decision.tags && decision.tags.length > 0 ? { tags: decision.tags } : {};
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
      ...defined({ mimeType: mimeType ? mimeType : undefined }),
      ...tags,
    };
    return { exposure, diagnostics: [] };
  }
}

/** A tool that the user calls read-only is neither destructive nor of interest as idempotent. */
function mergeAnnotations(implied: ToolAnnotations, given: ToolAnnotations = {}): ToolAnnotations {
  return given.readOnlyHint ? given : { ...implied, ...given };
}
