/**
 * Characters that are invisible or reorder visible text: controls, bidirectional overrides, line and paragraph separators,
 * tags, lone surrogates. The joiners U+200C and U+200D are not included, because scripts and emoji need them.
 */
const hidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** A fast check that nearly all texts pass. */
const visibleAscii = /^[ -~]*$/;

/** Replaces each hidden character, including line feeds, by its escape `\uXXXX`. */
export function escapeHidden(text: string): string {
  if (visibleAscii.test(text)) return text;
  return text.replace(hidden, (character) => {
    let escape = "";
    for (let unit = 0; unit < character.length; unit++) {
      escape += `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`;
    }
    return escape;
  });
}
