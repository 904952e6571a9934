import {
  essenceOf,
  isJsonType,
  isXmlType,
  isYamlType,
  jsonSequence,
} from "../../runtime/contract/media-type.js";
import type { BodyBinding } from "../../runtime/contract/operation.js";

type Args = Readonly<Record<string, unknown>>;

/**
 * Whether the body argument suits the media type that the arguments choose. The schema of the body accepts the value of
 * any of its media types, so validation cannot tell, for example, that a file was given for a text.
 */
export function suitsType(body: BodyBinding | undefined, args: Args): boolean {
  const { choice, arg } = body ?? {};
  if (!body || !choice || arg === undefined || !Object.hasOwn(args, arg)) return true;
  const { file, type } = choice.others.find((one) => one.type === args[choice.arg]) ?? body;
  const value = args[arg];
  const isComposite = typeof value === "object" && value !== null;
  if (file) return isComposite && Object.hasOwn(value, "data");
  const essence = essenceOf(type);
  if (essence.startsWith("multipart/") || essence === "application/x-www-form-urlencoded") {
    return isComposite;
  }
  const isStructured =
    isJsonType(essence) ||
    isXmlType(essence) ||
    isYamlType(essence) ||
    jsonSequence(essence) !== undefined;
  return isStructured || essence.includes("*") || !isComposite;
}
