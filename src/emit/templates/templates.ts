import { readFileSync } from "node:fs";
import path from "node:path";
import Handlebars from "handlebars";
import { packageRoot } from "../../package-files.js";
import type { TemplateName, ViewOf } from "./template-model.js";

/** Renders files of the output. */
export interface Templates {
  /**
   * Renders a template. Templates do not escape, so every value in `view` must be finished text.
   *
   * @throws TemplateError if a user's template fails
   */
  readonly render: <Name extends TemplateName>(name: Name, view: ViewOf<Name>) => string;
  /** Whether the template is a user's, so that the file may hold anything. */
  readonly isCustom: (name: TemplateName) => boolean;
}

/** A compiled template. */
export type Template = (view: object) => string;

/** How templates are compiled, our own and a user's. */
export const compileOptions: CompileOptions = {
  strict: true,
  noEscape: true,
  knownHelpersOnly: true,
  preventIndent: true,
};

const compiled = new Map<TemplateName, Template>();

/** The templates of this package. */
export const builtInTemplates: Templates = {
  render(name, view) {
    let template = compiled.get(name);
    if (!template) compiled.set(name, (template = compile(name)));
    return template(view);
  },
  isCustom: () => false,
};

function compile(name: TemplateName): Template {
  const file = path.join(packageRoot(), "templates", `${name}.hbs`);
  return Handlebars.compile(readFileSync(file, "utf8"), compileOptions);
}
