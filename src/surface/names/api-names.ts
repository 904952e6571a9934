import { withoutAccents } from "./names.js";
import { reservedTypes } from "./reserved.js";
import { upperStart } from "./symbols.js";

const maxLength = 32;
const fillers = new Set(["api", "apis", "rest", "openapi", "spec", "specification"]);
const articles = new Set(["a", "an", "the"]);

/**
 * Returns the machine name of an API, `^[a-z][a-z0-9-]*$`: from the name that the user gives, else from the document's
 * title without articles at its start and words such as "API" at its end. `api` if no usable word is left.
 */
export function apiName(title: string, given: string | undefined): string {
  const words = withoutAccents(given ?? title)
    .toLowerCase()
    .replace(/['’]s?\b/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  if (given === undefined) {
    while (words.length > 1 && articles.has(words[0] ?? "")) words.shift();
    while (words.length > 1 && fillers.has(words.at(-1) ?? "")) words.pop();
  }
  let name = words.shift() ?? "api";
  for (const word of words) {
    if (name.length + 1 + word.length > maxLength) break;
    name += `-${word}`;
  }
  name = name.slice(0, maxLength);
  return /^[a-z]/.test(name) ? name : `api-${name}`;
}

/** `pet-store` → `PetStoreServer`. */
export function classNameOf(name: string): string {
  const className = `${name.split("-").map(upperStart).join("")}Server`;
  return reservedTypes.has(className) ? `My${className}` : className;
}
