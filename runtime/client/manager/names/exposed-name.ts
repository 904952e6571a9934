/** The names by which models call the tools of several servers. */
import { nodeCrypto } from "../../../protocol/node-crypto.js";

/** How exposed names are formed. A function may return any text: it is made fit for models, and distinct. */
export type NamingScheme =
  "alias__tool" | "mcp__server__tool" | ((server: string, tool: string) => string);

/** The longest name that all APIs of models accept. */
export const defaultNameLength = 64;

/** The shortest limit that leaves room for a part of the name before its hash. */
export const leastNameLength = 24;

/** What the APIs of models accept at the beginning of a name, and in it. */
const fits = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Names that look as if they ended with a hash get one, so that no server can take the name of another's tool. */
const looksHashed = /_[0-9a-f]{12}$/;

/**
 * Returns the name of a tool. It depends on nothing but the server's alias and the tool's name, so that it is the same in
 * each run and in whatever order servers connect.
 *
 * `alias__tool` stays as it is if it can be read in one way only, that is, if its first `__` ends the alias. Any other
 * name, and one that is too long or has characters that models' APIs refuse, ends with a hash of alias and tool.
 */
export function exposedName(
  scheme: "alias__tool" | "mcp__server__tool",
  server: string,
  tool: string,
  maxLength: number,
): string {
  const wanted = `${scheme === "alias__tool" ? "" : "mcp__"}${server}__${tool}`;
  const isReadInOneWay = !server.includes("__") && !server.endsWith("_");
  const isPlain =
    isReadInOneWay && wanted.length <= maxLength && fits.test(wanted) && !looksHashed.test(wanted);
  return isPlain ? wanted : hashedName(wanted, server, tool, maxLength);
}

/** Returns a wanted name that fits, or else its readable beginning with a hash. */
export function fittingName(
  wanted: string,
  server: string,
  tool: string,
  maxLength: number,
): string {
  const isPlain = wanted.length <= maxLength && fits.test(wanted) && !looksHashed.test(wanted);
  return isPlain ? wanted : hashedName(wanted, server, tool, maxLength);
}

/** Returns the readable beginning of a wanted name with a hash of what it names. */
export function hashedName(
  wanted: string,
  server: string,
  tool: string,
  maxLength: number,
): string {
  const hash = nodeCrypto()
    .createHash("sha256")
    .update(JSON.stringify([server, tool]))
    .digest("hex")
    .slice(0, 12);
  const cleaned = wanted.replace(/[^A-Za-z0-9_-]/gu, "_").replace(/^(?![A-Za-z_])/, "_");
  return `${cleaned.slice(0, maxLength - hash.length - 1)}_${hash}`;
}
