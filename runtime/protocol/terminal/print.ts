/** Writes to people. No other module does, so that no foreign text can control their terminal or hide in it. */
import { escapeHidden } from "./hidden-characters.js";

export function printError(text: string): void {
  process.stderr.write(printable(text));
}

export function printOutput(text: string): void {
  process.stdout.write(printable(text));
}

/** Writes a result to standard output: as it is if a program reads it, escaped if a terminal shows it. */
export function printResult(text: string): void {
  const shown = text.replace(/\r\n/g, "\n").replace(/[^\n\t]+/g, escapeHidden);
  process.stdout.write(process.stdout.isTTY ? shown : text);
}

/** Writes to standard error and ends the line, also where there is no `process`. */
export function printLog(text: string): void {
  console.error(printable(text));
}

/** Writes to standard error a text that may have colours, and in which foreign text is escaped already. */
export function printColored(text: string): void {
  const written = text.replace(colorOrText, (part, color) => (color ? part : printable(part)));
  process.stderr.write(written);
}

/** Replaces the line that the cursor is in. */
export function printProgress(text: string): void {
  process.stderr.write(`\r\u001b[K${escapeHidden(text)}`);
}

/** Whether people see what is written to standard error. */
export function isTerminal(): boolean {
  return process.stderr.isTTY === true;
}

/** Returns the width of the terminal, in characters. */
export function terminalWidth(): number {
  return process.stdout.columns ?? 100;
}

// oxlint-disable-next-line no-control-regex -- colours begin with it
const colorOrText = /(\u001b\[\d*m)|\u001b|[^\u001b]+/g;

/** Only line feeds keep their effect. JSON stays the same JSON. */
function printable(text: string): string {
  return text.replace(/[^\n]+/g, escapeHidden);
}
