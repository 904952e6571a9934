/** The token that clients must send to a server over HTTP, from a file or from the environment. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Authorizer } from "../../authorization/authorizer.js";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import { printError } from "../../protocol/terminal/print.js";
import { sharedToken } from "../../authorization/shared-token.js";

/** A shorter token could be guessed. */
const minLength = 16;
const maxLength = 4096;

/**
 * Reads the token and returns its check, or else says what is wrong. No message contains the token.
 *
 * @param variable the value of MCP_TOKEN, which is used if there is no file
 */
export function tokenAuthorizer(file: string | undefined, variable: string): Authorizer | string {
  const from = file === undefined ? "MCP_TOKEN" : `the file ${file}`;
  const text = file === undefined ? variable : readTokenFile(file);
  if (typeof text !== "string") return text.fault;
  // Editors end a file with a line break.
  const token = text.replace(/\r?\n$/, "");
  if (token.length < minLength) {
    return `the token in ${from} must have at least ${minLength} characters, such as the output of \`openssl rand -hex 32\`.`;
  }
  // RFC 6750, section 2.1
  if (token.length > maxLength || !/^[\w.~+/-]+=*$/.test(token)) {
    return `the token in ${from} must be one line of at most ${maxLength} letters, digits and - . _ ~ + / with = at the end only.`;
  }
  return sharedToken(token);
}

function readTokenFile(file: string): string | { readonly fault: string } {
  let open: number | undefined;
  try {
    open = openSync(file, "r");
    // The open file is checked, because another may take its place.
    const facts = fstatSync(open);
    if (!facts.isFile() && !facts.isFIFO()) return { fault: `${file} is not a file.` };
    const others = process.platform === "win32" || !facts.isFile() ? 0 : facts.mode;
    if ((others & 0o022) !== 0) {
      return {
        fault: `other users of this computer can change ${file}, and so choose the token: run chmod 600.`,
      };
    }
    if ((others & 0o044) !== 0) {
      printError(
        `${escapeHidden(`Other users of this computer can read the token in ${file}.`)}\n`,
      );
    }
    return readAtMost(open, maxLength + 2);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { fault: `the file ${file} with the token can't be read (${String(code)}).` };
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

/** Returns the beginning of a file. One with more bytes is too long to be a token, however it goes on. */
function readAtMost(open: number, limit: number): string {
  const bytes = Buffer.alloc(limit + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = readSync(open, bytes, length, bytes.length - length, null);
  }
  return bytes.toString("latin1", 0, length);
}
