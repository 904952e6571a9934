import type { ts } from "ts-morph";
import type { Compiler } from "./compiler.js";

/** Maximum length of what is shown of the compiler's message; types of large schemas are long. */
const maxLength = 600;

/** Returns a message of the compiler as one line, without the paths of this computer. */
export function flatMessage(compiler: Compiler, { messageText }: ts.Diagnostic): string {
  const text = compiler
    .flattenDiagnosticMessageText(messageText, "\n")
    .replace(/\s*\n\s*/g, " ")
    .replace(/import\("[^"]*"\)\./g, "");
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
