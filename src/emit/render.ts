import { readFileSync } from "node:fs";
import path from "node:path";
import Handlebars from "handlebars";
import { packageRoot } from "../package-files.js";

/** The files of `templates/`, without `.hbs`. */
export type TemplateName =
  | "types.ts"
  | "operations.ts"
  | "server.ts"
  | "index.ts"
  | "operations.test"
  | "main.ts"
  | "package.json"
  | "tsconfig.json"
  | "README.md"
  | "gitignore";

type Template = (view: object) => string;

const compiled = new Map<TemplateName, Template>();

/**
 * A template filled in. Templates escape nothing, so every value in `view` is finished text for the place it goes to;
 * a value that a template names and `view` lacks is an error of ours and throws.
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
