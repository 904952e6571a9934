import { createInterface } from "node:readline";
import { isTerminal, printError } from "../../../runtime/protocol/terminal/print.js";

/**
 * Returns a function that asks the person at the terminal; undefined if there is none.
 *
 * @param isFree whether standard input belongs to nobody else, such as a client or a document
 */
export function askTerminal(isFree: boolean): (() => Promise<boolean>) | undefined {
  if (!isFree || !process.stdin.isTTY || !isTerminal()) return undefined;
  return async () => {
    printError("May they be sent there? [y/N] ");
    const lines = createInterface({ input: process.stdin });
    try {
      for await (const line of lines) return /^y(es)?$/i.test(line.trim());
      return false;
    } finally {
      lines.close();
    }
  };
}
