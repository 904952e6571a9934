/** A variable of a URI template. */
export interface TemplateVariable {
  readonly name: string;
  /** It may have several values: `{x*}`. */
  readonly isList: boolean;
  /** It is in the query, from which a variable without a value is left out. */
  readonly isOptional: boolean;
}

/** @see RFC 6570 section 2 */
const expression = /\{([+#./;?&]?)([^{}]*)\}/g;
const variable =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(\*|:\d{1,4})?$/;

/** Maximum length of a template, in characters. */
const maxLength = 8_192;

/** Returns the variables of a URI template, in order, each once; undefined if it is malformed. */
export function variablesOf(uriTemplate: string): readonly TemplateVariable[] | undefined {
  if (uriTemplate.length > maxLength) return undefined;
  const found = new Map<string, TemplateVariable>();
  const literals = uriTemplate.replace(expression, "");
  if (/[{}]/.test(literals)) return undefined;
  for (const [, operator = "", list = ""] of uriTemplate.matchAll(expression)) {
    for (const each of list.split(",")) {
      const [, name, modifier] = variable.exec(each) ?? [];
      if (name === undefined) return undefined;
      if (!found.has(name)) {
        found.set(name, { name, isList: modifier === "*", isOptional: /[?&]/.test(operator) });
      }
    }
  }
  return [...found.values()];
}
