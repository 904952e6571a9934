import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { NormalParameter, SpecVersion } from "../normalise/document.js";
import { problem } from "../normalise/node.js";
import type { Parameter, Style } from "./model.js";

/** The styles of each location, default first. @see OpenAPI 3.2 Parameter Object, `style` */
const styles: Readonly<Record<Parameter["in"], readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: ["form"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

const everyStyle: ReadonlySet<string> = new Set<Style>([
  ...Object.values(styles).flat(),
  "tabDelimited",
]);

export function isStyle(style: string | undefined): style is Style {
  return style !== undefined && everyStyle.has(style);
}

/** Returns the style of a parameter, or the default if its style is missing or invalid for its location. */
export function settleStyle(
  parameter: NormalParameter,
  version: SpecVersion,
  problems: Diagnostic[],
): { readonly style: Style; readonly explode: boolean } {
  const allowed = styles[parameter.in];
  let style = allowed[0]!;
  if (parameter.style !== undefined) {
    const fits = version === "2.0" ? isStyle(parameter.style) : isAmong(parameter.style, allowed);
    if (fits) style = parameter.style as Style;
    else {
      problems.push(
        problem(
          "warning",
          "invalid-object",
          parameter.place,
          `The style ${JSON.stringify(parameter.style.slice(0, 40))} is not for ${parameter.in} parameters; "${parameter.name}" is written as ${style}.`,
        ),
      );
    }
  }
  return { style, explode: parameter.explode ?? (style === "form" || style === "cookie") };
}

function isAmong(style: string, allowed: readonly Style[]): boolean {
  return (allowed as readonly string[]).includes(style);
}
