import { copyDigits } from "../../protocol/exact-integers.js";
import { member } from "../../protocol/json.js";
import type { Arguments } from "./arguments.js";
import type { Operation } from "../../contract/operation.js";

/** Arguments with those that are sent unless the caller gives them. */
export function withPreset({ preset }: Operation, args: Arguments): Arguments {
  if (preset === undefined) return args;
  const all: Record<string, unknown> = { ...args };
  for (const [name, value] of Object.entries(preset)) {
    if (member(args, name) === undefined) all[name] = value;
  }
  copyDigits(args, all);
  return all;
}
