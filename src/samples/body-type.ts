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
 * Whether a body of several media types can be sent as the one that the arguments choose. Its schema takes what any of
 * them takes: that text goes with one and a file with another is said by their meaning alone.
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
