import path from "node:path";
import { pathToFileURL } from "node:url";
import type { InputRead } from "../load/input-read.js";
import type { ReadResult } from "../load/read-bytes.js";
import { readUserSources } from "../write/user-sources.js";

/** Returns the user's own files of a generated project as one input: a run compiles them into `dist/`. */
export async function userSourcesInput(outDir: string): Promise<InputRead> {
  const root = path.resolve(outDir);
  const again = async (): Promise<ReadResult> => {
    const text = JSON.stringify(await readUserSources(root));
    return { kind: "text", text, bytes: text.length };
  };
  const url = `${pathToFileURL(path.join(root, "src")).href}/`;
  return { url, result: await again(), again };
}
