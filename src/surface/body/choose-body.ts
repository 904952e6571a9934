import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { RequestBody } from "../../operations/model.js";
import type { RoutedOperation } from "../../routes/decision.js";
import type { Located } from "../../routes/route-map.js";
import { essenceOf } from "../schema/media-types.js";

/** Leaves bodies the one media type that the route map or `x-mcp` chooses, where they have it. */
export class BodyChooser {
  readonly #said = new Map<
    Located<string>,
    { keys: string[]; types: Set<string>; found: boolean }
  >();

  choose({ operation, decision }: RoutedOperation): RequestBody | undefined {
    const { body, key } = operation;
    const { contentType } = decision;
    if (!contentType) return body;
    let attempt = this.#said.get(contentType);
    if (!attempt) {
      attempt = { keys: [], types: new Set(), found: false };
      this.#said.set(contentType, attempt);
    }
    attempt.keys.push(key);
    const wanted = essenceOf(contentType.value);
    const content = body?.contents.find(({ type }) => essenceOf(type) === wanted);
    for (const { type } of body?.contents ?? []) attempt.types.add(type);
    if (!body || !content) return body;
    attempt.found = true;
    return { ...body, contents: [content] };
  }

  /** What was chosen for bodies of which none has it. */
  unknown(): readonly Diagnostic[] {
    return [...this.#said].flatMap(([{ value, place, severity }, { keys, types, found }]) => {
      if (found) return [];
      const whose = keys.length === 1 ? keys[0] : `any of ${keys.length} operations`;
      const known = [...types].slice(0, 10).join(", ");
      return [
        {
          code: "media-type-unknown",
          severity,
          message: `The body of ${whose} is never \`${value.slice(0, 100)}\`.`,
          place,
          hint: known === "" ? "It has no body." : `What it can be: ${known}.`,
        } satisfies Diagnostic,
      ];
    });
  }
}
