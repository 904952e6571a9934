import { essenceOf } from "../../runtime/contract/media-type.js";
import type { BodyBinding } from "../../runtime/contract/operation.js";

type Args = Readonly<Record<string, unknown>>;

/**
 * Gives sampled files a media type where the API accepts only ranges such as `image/*`, of which the runtime can't choose
 * one: `image/example`.
 *
 * @see RFC 4735, which reserves the subtype `example`
 */
export function withFileTypes(body: BodyBinding | undefined, args: Args): Args {
  if (body === undefined) return args;
  const { arg, file, type, otherTypes = [], encoding = {}, fields = [] } = body;
  if (file && arg !== undefined) return typed(args, arg, [type, ...otherTypes]);
  const argumentOf = new Map(
    fields.map((field) => (typeof field === "string" ? [field, field] : [field[1], field[0]])),
  );
  let all = args;
  for (const [property, rules] of Object.entries(encoding)) {
    const types = rules.contentType?.split(",").map((each) => each.trim()) ?? [];
    if (!rules.file) continue;
    const name = argumentOf.get(property);
    if (name !== undefined) all = typed(all, name, types);
    else if (arg !== undefined && isObject(all[arg])) {
      all = { ...all, [arg]: typed(all[arg], property, types) };
    }
  }
  return all;
}

function typed(args: Args, name: string, accepted: readonly string[]): Args {
  const essences = accepted.map(essenceOf);
  const [range] = essences;
  const tells = (type: string) => !type.includes("*") || /^(?:\*|application|text)\/\*$/.test(type);
  if (range === undefined || essences.some(tells) || !Object.hasOwn(args, name)) return args;
  const mimeType = range.replace("*", "example");
  const withType = (value: unknown) =>
    isObject(value) && Object.hasOwn(value, "data") ? { ...value, mimeType } : value;
  const value = args[name];
  return { ...args, [name]: Array.isArray(value) ? value.map(withType) : withType(value) };
}

function isObject(value: unknown): value is Args {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
