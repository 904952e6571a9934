import { patternFault } from "../../runtime/schema/patterns/compile-pattern.js";

/** Says why a valid pattern can't be matched in bounded time, and what to write instead. */
export interface PatternAdvice {
  readonly reason: string;
  readonly hint: string;
}

/** @param pattern one that `compilePattern` does not take */
export function patternAdvice(pattern: string): PatternAdvice {
  switch (patternFault(pattern)) {
    case "backreference":
      return {
        reason: "it refers back to the text of a group",
        hint: "Write each case as an alternative: ('[^']*'|\"[^\"]*\") instead of (['\"]).*\\1",
      };
    case "too-large":
      return {
        reason: "it is too long, or its counted repetitions multiply",
        hint: "Write + or * for the large counts, and limit the length by maxLength.",
      };
    default:
      return {
        reason: "it uses syntax that is not part of ECMAScript 2024",
        hint: "Write the pattern with the syntax of ECMAScript 2024 and the `u` flag.",
      };
  }
}
