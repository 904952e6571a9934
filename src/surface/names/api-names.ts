import { withoutAccents } from "./names.js";
import { reservedTypes } from "./reserved.js";
import { upperStart } from "./symbols.js";

const maxLength = 32;
const fillers = new Set(["api", "apis", "rest", "openapi", "spec", "specification"]);
const articles = new Set(["a", "an", "the"]);

/**
 * The machine name of an API, `^[a-z][a-z0-9-]*$`: from the name the user gives, else from the document's title
 * without articles at its start and words such as "API" at its end. `api` when there is nothing to go by.
 */
export function apiName(title: string, given: string | undefined): string {
  const settings = withoutAccents(given ?? title)
    .toLowerCase()
    .replace(/['’]s?\b/g, "")
    .split(/[^a-z0-9]+/)
    .filter((setting) => setting !== "");
  if (given === undefined) {
    while (settings.length > 1 && articles.has(settings[0] ?? "")) settings.shift();
    while (settings.length > 1 && fillers.has(settings.at(-1) ?? "")) settings.pop();
  }
  let name = settings.shift() ?? "api";
  for (const setting of settings) {
    if (name.length + 1 + setting.length > maxLength) break;
    name += `-${setting}`;
  }
  name = name.slice(0, maxLength);
  return /^[a-z]/.test(name) ? name : `api-${name}`;
}

/** `pet-store` → `PetStoreServer`. */
export function classNameOf(name: string): string {
  const className = `${name.split("-").map(upperStart).join("")}Server`;
  return reservedTypes.has(className) ? `My${className}` : className;
}
