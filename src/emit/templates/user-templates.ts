/** A user's templates, in place of some of this package's. */
import Handlebars from "handlebars";
import { parse as parseJson, printParseErrorCode, type ParseError } from "jsonc-parser";
import type { ts } from "ts-morph";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ParsedTemplate } from "./check-template.js";
import { locateOutput } from "./locate-output.js";
import { TemplateError } from "./template-error.js";
import type { TemplateName, ViewOf } from "./template-model.js";
import { explainFault, templateFault } from "./template-source.js";
import { builtInTemplates, compileOptions, type Templates } from "./templates.js";

interface Rendered {
  readonly name: TemplateName;
  readonly view: object;
  readonly text: string;
}

/** A user's templates, checked; they fall back to ours. */
export class UserTemplates implements Templates {
  readonly #templates: ReadonlyMap<string, ParsedTemplate>;
  readonly #partials: ReadonlyMap<string, ParsedTemplate>;
  readonly #compiled = new Map<ParsedTemplate, Handlebars.TemplateDelegate<object>>();
  readonly #rendered: Rendered[] = [];

  constructor(
    templates: ReadonlyMap<string, ParsedTemplate>,
    partials: ReadonlyMap<string, ParsedTemplate>,
  ) {
    this.#templates = templates;
    this.#partials = partials;
  }

  isCustom(name: TemplateName): boolean {
    return this.#templates.has(name);
  }

  render<Name extends TemplateName>(name: Name, view: ViewOf<Name>): string {
    const template = this.#templates.get(name);
    if (!template) return builtInTemplates.render(name, view);
    try {
      const partials = Object.fromEntries(
        [...this.#partials].map(([partial, parsed]) => [partial, this.#compile(parsed)]),
      );
      // Handlebars refuses members of prototypes; naming the rule keeps it from printing a warning.
      const options = { partials, allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false };
      const text = this.#compile(template)(view, options);
      this.#rendered.push({ name, view, text });
      return text;
    } catch (error) {
      throw new TemplateError(explainFault(template.source, error));
    }
  }

  #compile(parsed: ParsedTemplate): Handlebars.TemplateDelegate<object> {
    let compiled = this.#compiled.get(parsed);
    if (!compiled) {
      compiled = Handlebars.compile<object>(parsed.program, compileOptions);
      this.#compiled.set(parsed, compiled);
    }
    return compiled;
  }

  /** Returns an error for each rendered file that is not valid TypeScript or JSON, at the place in its template. */
  async check(): Promise<readonly Diagnostic[]> {
    const diagnostics: Diagnostic[] = [];
    for (const rendered of this.#rendered) {
      const fault = rendered.name.endsWith(".json")
        ? jsonFault(rendered.text, rendered.name === "tsconfig.json")
        : /\.(?:ts|test)$/.test(rendered.name)
          ? scriptFault(rendered.text, (await import("ts-morph")).ts)
          : undefined;
      if (fault) diagnostics.push(this.#located(rendered, fault));
    }
    return diagnostics;
  }

  #located({ name, view, text }: Rendered, { at, language, problem }: OutputFault): Diagnostic {
    const template = this.#templates.get(name) as ParsedTemplate;
    const { source, offset } = locateOutput(template, this.#partials, view, text, at);
    return templateFault(source, offset, `This makes a file that is not ${language}: ${problem}`);
  }
}

interface OutputFault {
  /** Offset in the output. */
  readonly at: number;
  readonly language: "TypeScript" | "JSON";
  readonly problem: string;
}

function scriptFault(text: string, compiler: typeof ts): OutputFault | undefined {
  const { diagnostics = [] } = compiler.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: {
      target: compiler.ScriptTarget.ES2022,
      module: compiler.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  const [first] = diagnostics;
  if (!first) return undefined;
  const problem = compiler.flattenDiagnosticMessageText(first.messageText, " ");
  return { at: first.start ?? 0, language: "TypeScript", problem };
}

/** TypeScript reads its configuration with comments and trailing commas. */
function jsonFault(text: string, isConfiguration: boolean): OutputFault | undefined {
  const errors: ParseError[] = [];
  parseJson(text, errors, {
    allowTrailingComma: isConfiguration,
    disallowComments: !isConfiguration,
  });
  const [first] = errors;
  if (!first) return undefined;
  const words = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { at: first.offset, language: "JSON", problem: `${words}.` };
}
