import { childOf, escapeToken } from "../pointer.js";
import { referenceOf, splitReference } from "./reference.js";

/** Maximum number of references on the way to one target. */
export const maxHops = 50;

export type PointerWalk =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** Index of the first key that is not there. */
      readonly depth: number;
      /** If the value without that key is itself a reference: that reference plus the remaining keys. */
      readonly through?: string;
    };

/** Follows the keys of a pointer through a value. */
export function walkPointer(root: unknown, tokens: readonly string[]): PointerWalk {
  let value = root;
  for (const [depth, token] of tokens.entries()) {
    const child = childOf(value, token);
    if (child === undefined) {
      const ref = referenceOf(value);
      const failed = { ok: false, depth } as const;
      return ref === undefined
        ? failed
        : { ...failed, through: appendTokens(ref, tokens.slice(depth)) };
    }
    value = child;
  }
  return { ok: true, value };
}

function appendTokens(ref: string, tokens: readonly string[]): string {
  const { file, fragment } = splitReference(ref);
  // The fragment is percent-decoded later. `encodeURIComponent` would refuse half of a surrogate pair.
  const rest = tokens.map((token) => `/${escapeToken(token).replaceAll("%", "%25")}`);
  return `${file}#${fragment}${rest.join("")}`;
}
