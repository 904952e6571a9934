/** What readers don't see, or what changes the text around it. @see runtime/contract/hidden-characters.ts */
export const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]/gu;

/** Replaces each hidden character, also line feeds, by the escape of JSON. */
export function escapeHidden(text: string): string {
  return text.replace(hidden, (character) => {
    const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16));
    return units.map((unit) => `\\u${unit.padStart(4, "0")}`).join("");
  });
}
