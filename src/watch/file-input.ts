import { pathToFileURL } from "node:url";
import type { InputRead } from "../load/input-read.js";
import { readLocalFile, type ReadResult } from "../load/read-bytes.js";

/** More than a configuration may have. */
const maxBytes = 16 << 20;

/** Returns a file beside the documents, such as the configuration, as an input of a run. It may be missing. */
export function fileInput(file: string): InputRead {
  const again = (): ReadResult => readLocalFile(file, maxBytes);
  return { url: pathToFileURL(file).href, result: again(), again };
}
