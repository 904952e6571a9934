import { readFileSync } from "node:fs";
import path from "node:path";
import Handlebars from "handlebars";
import { packageRoot } from "../package-files.js";

/** File names in `templates/`, without `.hbs`. */
export type TemplateName =
  | "types.ts"
  | "operations.ts"
  | "whole-inputs.ts"
  | "server.ts"
  | "index.ts"
  | `client/${"client.ts" | "index.ts" | "main.ts" | "package.json" | "README.md"}`
  | "operations.test"
  | "main.ts"
  | "package.json"
  | "tsconfig.json"
  | "README.md"
  | "gitignore";

type Template = (view: object) => string;

const compiled = new Map<TemplateName, Template>();

/**
 * Renders a template. Templates do not escape, so every value in `view` must be finished text.
 *
 * @throws Error if `view` lacks a value that the template names
 */
export function render(name: TemplateName, view: object): string {
  let template = compiled.get(name);
  if (!template) {
    template = compile(name);
    compiled.set(name, template);
  }
  return template(view);
}

function compile(name: TemplateName): Template {
  const file = path.join(packageRoot(), "templates", `${name}.hbs`);
  const text = readFileSync(file, "utf8");
  if (!text.includes("{{")) return () => text;
  return Handlebars.compile(text, {
    strict: true,
    noEscape: true,
    knownHelpersOnly: true,
    preventIndent: true,
  });
}
