import { escapeToken } from "../load/pointer.js";
import type { Source } from "../load/source.js";
import type { Place } from "../diagnostics/diagnostic.js";

/** A text of a document: a value, or the name of a member. */
export interface DocumentText {
  readonly text: string;
  /**
   * `prose` is for readers. `exact` are names, and values that are sent or compared, so that nothing may be left out of them.
   */
  readonly kind: "prose" | "exact";
  /** Name of the member that holds it. */
  readonly key: string;
  /** Computed when it is asked for, because few texts are reported. */
  readonly place: () => Place;
}

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

/** Calls `visit` with each text of a source; each object once, also if aliases of YAML repeat it. */
export function visitTexts(source: Source, visit: (text: DocumentText) => void): void {
  const seen = new Set<object>();
  const tokens: (string | number)[] = [];
  const place = (): Place => ({
    file: source.url,
    pointer: tokens.map((token) => `/${escapeToken(String(token))}`).join(""),
  });

  function walk(value: unknown, key: string, isData: boolean): void {
    if (typeof value === "string") {
      const kind = isData || exactMembers.has(key) ? "exact" : "prose";
      visit({ text: value, kind, key, place });
      return;
    }
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        tokens.push(index);
        walk(item, key, isData);
        tokens.pop();
      }
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      tokens.push(name);
      visit({ text: name, kind: "exact", key: "", place });
      walk(member, name, isData || holdsData.has(name));
      tokens.pop();
    }
  }

  walk(source.value, "", false);
}
