/** Finds the place in a template that wrote a place of its output. */
import Handlebars from "handlebars";
import type { ParsedTemplate } from "./check-template.js";
import { offsetOf, type TemplateSource } from "./template-source.js";
import { compileOptions } from "./templates.js";

interface Mark {
  readonly source: TemplateSource;
  readonly statement: hbs.AST.Statement;
}

/**
 * Renders the template again with a mark before each statement, and looks for the last mark before the place.
 *
 * @param at - offset in the output
 */
export function locateOutput(
  template: ParsedTemplate,
  partials: ReadonlyMap<string, ParsedTemplate>,
  view: object,
  output: string,
  at: number,
): { readonly source: TemplateSource; readonly offset: number } {
  // A character for private use that the output does not have.
  let sign = "\ue000";
  while (output.includes(sign)) sign += "\ue000";
  const marks: Mark[] = [];
  const compile = ({ source, program }: ParsedTemplate): ((view: object, options?: Handlebars.RuntimeOptions) => string) =>
    Handlebars.compile(marked(program, source, sign, marks), compileOptions);
  const marking = compile(template);
  const called = Object.fromEntries([...partials].map(([name, each]) => [name, compile(each)]));
  const text = marking(view, { partials: called });
  let plain = 0;
  let last: { mark: Mark; since: number } | undefined;
  const [start = "", ...rest] = text.split(sign);
  plain += start.length;
  for (const part of rest) {
    const end = part.indexOf(";");
    const mark = marks[Number(part.slice(0, end))];
    if (plain > at) break;
    if (mark) last = { mark, since: plain };
    plain += part.length - end - 1;
  }
  if (!last) return { source: template.source, offset: 0 };
  const { source, statement } = last.mark;
  const begin = offsetOf(source, statement.loc.start);
  if (statement.type !== "ContentStatement") return { source, offset: begin };
  const { value, original } = statement as unknown as { value: string; original: string };
  // Handlebars drops the rest of a line that has only a block.
  const dropped = original.endsWith(value) ? original.length - value.length : Math.max(0, original.indexOf(value));
  return { source, offset: Math.min(begin + dropped + at - last.since, source.text.length) };
}

/** Returns a copy of a program with marks. */
function marked(
  program: hbs.AST.Program,
  source: TemplateSource,
  sign: string,
  marks: Mark[],
): hbs.AST.Program {
  const body = program.body.flatMap((statement): hbs.AST.Statement[] => {
    if (statement.type === "CommentStatement") return [statement];
    marks.push({ source, statement });
    const value = `${sign}${marks.length - 1};`;
    const mark = { type: "ContentStatement", value, original: value, loc: statement.loc };
    return [mark, withMarks(statement, source, sign, marks)];
  });
  return { ...program, body };
}

function withMarks(
  statement: hbs.AST.Statement,
  source: TemplateSource,
  sign: string,
  marks: Mark[],
): hbs.AST.Statement {
  if (statement.type !== "BlockStatement") return statement;
  const block = statement as hbs.AST.BlockStatement;
  const inner = (program: hbs.AST.Program | undefined): hbs.AST.Program | undefined =>
    program && marked(program, source, sign, marks);
  return { ...block, program: inner(block.program), inverse: inner(block.inverse) } as hbs.AST.Statement;
}
