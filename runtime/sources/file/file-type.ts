import { Mime } from "mime/lite";
import standardTypes from "mime/types/standard.js";
import { decoded } from "../content.js";

/** Endings of source code that the registry gives to something else, or does not know. */
const sourceCode = {
  "text/x-typescript": ["ts", "tsx", "mts", "cts"],
  "text/x-python": ["py"],
  "text/x-java": ["java"],
  "text/x-c": ["c", "h"],
  "text/x-c++": ["cc", "cpp", "hpp"],
  "text/x-csharp": ["cs"],
  "text/x-go": ["go"],
  "text/x-ruby": ["rb"],
  "text/x-rust": ["rs"],
  "text/x-shellscript": ["sh"],
};

const types = new Mime(standardTypes).define(sourceCode, true);

/** Returns the media type that a name's ending tells. */
export function typeOfName(name: string): string | undefined {
  return types.getType(name) ?? undefined;
}

/** Returns the media type of a file whose name does not tell it. */
export function typeOfContent(bytes: Uint8Array): string {
  const isText = !bytes.includes(0) && decoded(bytes, "utf-8") !== undefined;
  return isText ? "text/plain" : "application/octet-stream";
}
