/** Whether a parsed value has members: a mapping or an array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
