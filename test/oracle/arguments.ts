/**
 * Turns a call of the document into arguments of the tool. Names of arguments are the product's own, so they come from its
 * facts; what becomes of the values is compared in the request.
 */
import type { BodyBinding, Operation } from "../../runtime/contract/operation.js";
import type { RawCall } from "./samples/call-sampler.js";
import { RawFile } from "./samples/raw-file.js";

export interface Arguments {
  readonly args: Readonly<Record<string, unknown>>;
  /** Parameters and members of the body that have no argument: `query page`, `body name`. */
  readonly missing: readonly string[];
}

export function argumentsOf({ request }: Pick<Operation, "request">, call: RawCall): Arguments {
  const args: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const [key, value] of Object.entries(call.parameters)) {
    const name = argumentOf(request, key);
    if (name === undefined) missing.push(key.replace(".", " "));
    else args[name] = value;
  }
  if (!call.body) return { args, missing };
  const { type, value } = call.body;
  const binding = bindingOf(request, type.type);
  if (!binding) return { args, missing: [...missing, `body of type ${type.type}`] };
  const { choice } = request.body!;
  if (choice && binding !== request.body) args[choice.arg] = binding.type;
  if (binding.arg !== undefined) {
    // The file's own type decides between several of files.
    const ofFile = binding.otherTypes && value instanceof RawFile && { mimeType: type.type };
    const argument = argumentValue(value);
    args[binding.arg] = ofFile ? { ...(argument as object), ...ofFile } : argument;
  } else if (typeof value !== "object" || value === null || Array.isArray(value)) {
    missing.push("body that is no object");
  } else {
    for (const [property, member] of Object.entries(value)) {
      const name = fieldOf(binding, property);
      if (name === undefined) missing.push(`body ${property}`);
      else args[name] = argumentValue(member);
    }
  }
  return { args, missing };
}

/** @param key `query.page` */
export function argumentOf({ params = [] }: Operation["request"], key: string): string | undefined {
  const found = params.find(
    (each) =>
      `${each.in}.${each.name}` === key ||
      (each.in === "header" && `header.${each.name}`.toLowerCase() === key.toLowerCase()),
  );
  return found && (found.arg ?? found.name);
}

/** Returns the binding for a media type as written in the document. */
export function bindingOf({ body }: Operation["request"], type: string): BodyBinding | undefined {
  if (!body) return undefined;
  const all = [body, ...(body.choice?.others ?? [])];
  const isOf = (each: BodyBinding): boolean =>
    each.type === type || each.otherTypes?.includes(type) === true;
  const found = all.find(isOf) ?? all.find((each) => essence(each.type) === essence(type));
  if (found || !type.includes("*")) return found;
  // A range stands for the type that is sent of it.
  const [kind] = essence(type).split("/");
  return all.find((each) => kind === "*" || essence(each.type).startsWith(`${kind}/`));
}

export function fieldOf({ fields = [] }: BodyBinding, property: string): string | undefined {
  for (const field of fields) {
    const [arg, name] = typeof field === "string" ? [field, field] : field;
    if (name === property) return arg;
  }
  return undefined;
}

function essence(type: string): string {
  return type.split(";")[0]!.trim().toLowerCase();
}

/** Files are arguments with their bytes as base64. */
function argumentValue(value: unknown): unknown {
  if (value instanceof RawFile) {
    return { data: Buffer.from(value.text).toString("base64"), name: value.name };
  }
  if (Array.isArray(value)) return (value as unknown[]).map(argumentValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, argumentValue(each)]));
}
