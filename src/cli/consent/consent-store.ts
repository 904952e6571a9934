/** Remembers where a user lets the values of a document go, beside the logins. */
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../../../runtime/contract/environment.js";
import {
  readPrivateFile,
  stateFolder,
  writePrivateFile,
} from "../../../runtime/oauth/stores/private-files.js";

/** Returns the document's identity: its URL, or its file wherever it is named from. Undefined for standard input. */
export function identityOf(spec: string): string | undefined {
  if (spec === "-") return undefined;
  if (/^https?:/i.test(spec) && URL.canParse(spec)) return new URL(spec).href;
  try {
    return realpathSync(spec);
  } catch {
    return undefined;
  }
}

/** Returns the lines, each a value and where it goes, that the user has agreed to. */
export function agreedLines(identity: string, env: Environment): ReadonlySet<string> {
  const text = readPrivateFile(fileOf(identity, env), "list of hosts");
  try {
    const { document, agreed } = JSON.parse(text ?? "{}") as Record<string, unknown>;
    const isOurs = document === identity && Array.isArray(agreed);
    return new Set(isOurs ? agreed.filter((line) => typeof line === "string") : []);
  } catch {
    return new Set();
  }
}

/** @throws when the file can't be written */
export function rememberLines(identity: string, lines: readonly string[], env: Environment): void {
  const agreed = [...new Set([...agreedLines(identity, env), ...lines])].sort();
  writePrivateFile(fileOf(identity, env), { document: identity, agreed });
}

function fileOf(identity: string, env: Environment): string {
  const name = createHash("sha256").update(identity).digest("hex").slice(0, 32);
  return path.join(stateFolder(env, "hosts"), `${name}.json`);
}
