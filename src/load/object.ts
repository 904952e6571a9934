/** Whether a parsed value is a mapping or an array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Sets an own member, even one called `__proto__`. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    const property = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, key, property);
  } else (object as Record<string, unknown>)[key] = value;
}
