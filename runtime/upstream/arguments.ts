import { member } from "../protocol/json.js";
import type { ParameterBinding } from "./operation.js";

/** What a tool is called with. */
export type Arguments = Readonly<Record<string, unknown>>;

/** An argument's value; undefined when it is not given, also for names that every object inherits. */
export function argument(args: Arguments, name: string): unknown {
  return member(args, name);
}

/** The name of the argument that carries a parameter. */
export function argumentOf(binding: ParameterBinding): string {
  return binding.arg ?? binding.name;
}
