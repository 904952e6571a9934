import { escapeToken } from "../load/pointer.js";
import type { Source } from "../load/source.js";
import type { Place } from "../diagnostics/diagnostic.js";

/** `prose` is for readers. `exact` are names, and values that are sent or compared, so that nothing may be left out of them. */
export type TextKind = "prose" | "exact";

/**
 * Receives a text of a document: a value, or the name of a member. Its place is computed when it is asked for, because few
 * texts are reported.
 */
export type TextVisitor = (text: string, kind: TextKind, place: () => Place) => void;

/** Members whose values are data, at any depth. */
const holdsData = new Set(
  "enum const default example examples value x-example x-examples pattern fix dataValue serializedValue".split(
    " ",
  ),
);

/** Members that are read as addresses or names although they hold texts. */
const exactMembers = new Set(
  "$ref operationId operationRef name url tokenUrl authorizationUrl refreshUrl openIdConnectUrl propertyName host basePath namespace prefix".split(
    " ",
  ),
);

/** Calls `visit` with each text of a source; each object once, also if aliases of YAML or overlays repeat it. */
export function visitTexts(source: Source, visit: TextVisitor): void {
  const seen = source.format === "json" && !source.overlaid ? undefined : new Set<object>();
  const tokens: (string | number)[] = [];
  const place = (): Place => ({
    file: source.url,
    pointer: tokens.map((token) => `/${escapeToken(String(token))}`).join(""),
  });

  function walk(value: unknown, key: string, isData: boolean): void {
    if (typeof value === "string") {
      visit(value, isData || exactMembers.has(key) ? "exact" : "prose", place);
      return;
    }
    if (typeof value !== "object" || value === null || seen?.has(value)) return;
    seen?.add(value);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        tokens.push(index);
        walk(value[index], key, isData);
        tokens.pop();
      }
      return;
    }
    for (const name of Object.keys(value)) {
      tokens.push(name);
      visit(name, "exact", place);
      const member = (value as Readonly<Record<string, unknown>>)[name];
      walk(member, name, isData || holdsData.has(name));
      tokens.pop();
    }
  }

  walk(source.value, "", false);
}
