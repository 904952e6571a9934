import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { RequestBody } from "../../operations/model.js";
import type { RoutedOperation } from "../../routes/decision.js";
import type { Located } from "../../routes/route-map.js";
import { essenceOf } from "../schema/media-types.js";

/** Reduces a body to the media type that the route map or `x-mcp` chooses, if the body has it. */
export class BodyChooser {
  readonly #choices = new Map<
    Located<string>,
    { keys: string[]; types: Set<string>; found: boolean }
  >();

  choose({ operation, decision }: RoutedOperation): RequestBody | undefined {
    const { body, key } = operation;
    const { contentType } = decision;
    if (!contentType) return body;
    let attempt = this.#choices.get(contentType);
    if (!attempt) {
      attempt = { keys: [], types: new Set(), found: false };
      this.#choices.set(contentType, attempt);
    }
    attempt.keys.push(key);
    const chosen = essenceOf(contentType.value);
    const content = body?.contents.find(({ type }) => essenceOf(type) === chosen);
    for (const { type } of body?.contents ?? []) attempt.types.add(type);
    if (!body || !content) return body;
    attempt.found = true;
    return { ...body, contents: [content] };
  }

  /** Reports each choice that no body it applies to has. */
  unknown(): readonly Diagnostic[] {
    return [...this.#choices].flatMap(([{ value, place, severity }, { keys, types, found }]) => {
      if (found) return [];
      const [only, ...more] = keys;
      const which =
        more.length === 0 ? `${only} has no` : `None of ${keys.length} operations has a`;
      const known = [...types].slice(0, 10).join(", ");
      return [
        {
          code: "media-type-unknown",
          severity,
          message: `${which} body of type \`${value.slice(0, 100)}\`.`,
          place,
          hint: known === "" ? "There is no body at all." : `Available types: ${known}.`,
        } satisfies Diagnostic,
      ];
    });
  }
}
