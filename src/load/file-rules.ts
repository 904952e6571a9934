/** Which files a document may make us read, by their names and kinds. */
import path from "node:path";
import { decodePercent } from "./pointer.js";
import type { Refusal } from "./source.js";

const proseName = /\.(?:md|txt)$/i;
const objectName = /\.(?:json|ya?ml)$/i;

/** Whether a file is taken as one text, by its name or the path of its URL. */
export function isProse(name: string): boolean {
  return proseName.test(name);
}

/**
 * Returns why a file must not be read because of its name: names tell documents from secrets such as `.env`, `id_rsa`
 * and `.git/config`.
 *
 * @param relative - path from the document's folder
 */
export function refuseName(relative: string, platform = process.platform): Refusal | undefined {
  const segments = relative.split(platform === "win32" ? /[\\/]/ : "/");
  if (segments.some(isHidden)) return hidden;
  // Streams (`a.env:b.yaml`) and devices (`con.yaml`) of Windows.
  const isSpecial = (segment: string): boolean =>
    /:|^(?:con|prn|aux|nul|com\d|lpt\d)\b/i.test(segment);
  if (platform === "win32" && segments.some(isSpecial)) return unusual;
  const name = segments.at(-1) ?? "";
  return proseName.test(name) || objectName.test(name) ? undefined : unusual;
}

/** Returns why a file of the input's own web server must not be fetched. Its other files may have any name. */
export function refuseHidden(relative: string): Refusal | undefined {
  return decodePercent(relative).split(/[\\/]/).some(isHidden) ? hidden : undefined;
}

function isHidden(segment: string): boolean {
  return /^\.(?!\.?$)/.test(segment);
}

/** Returns a path relative to a folder if the file is below it. */
export function pathBelow(file: string, folder: string): string | undefined {
  const relative = path.relative(folder, file);
  const isBelow =
    relative !== "" && !/^\.\.(?:[\\/]|$)/.test(relative) && !path.isAbsolute(relative);
  return isBelow ? relative : undefined;
}

const hint = "If the document may use this file, list it: --allow-ref FILE.";

const hidden: Refusal = {
  code: "ref-file",
  message: "points to a hidden file or into a hidden folder and is not followed",
  hint,
};

const unusual: Refusal = {
  code: "ref-file",
  message:
    "points to a file that is neither JSON or YAML (.json, .yaml, .yml) nor a text (.md, .txt) and is not followed",
  hint,
};

/** Another name of the file may be that of a secret anywhere on the disk. */
export const linked: Refusal = {
  code: "ref-file",
  message: "points to a file with several names (hard links) and is not followed",
  hint,
};

/** YAML takes almost any text for one string. */
export const scalar: Refusal = {
  code: "ref-file",
  message: "points to a file that holds neither a map nor a list and is not followed",
  hint,
};

/** A string of an object is not written to be shown, and may be a password. */
export const notProse: Refusal = {
  code: "ref-file",
  message: "takes a text from a file that is no text and is not followed",
  hint: "Move the text to a .md or .txt file, or list the file: --allow-ref FILE.",
};
