/**
 * Matches what readers don't see, or what changes the text around it. A text, because V8 looks up the properties of Unicode
 * in a literal when it parses the module, which takes a hundredth of a server's start.
 *
 * @see runtime/contract/hidden-characters.ts
 */
export const hiddenPattern = "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\ufff9-\\ufffb]";
let hidden: RegExp | undefined;

/** Replaces each hidden character, also line feeds, by the escape of JSON. */
export function escapeHidden(text: string): string {
  hidden ??= new RegExp(hiddenPattern, "gu");
  return text.replace(hidden, (character) => {
    const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16));
    return units.map((unit) => `\\u${unit.padStart(4, "0")}`).join("");
  });
}
