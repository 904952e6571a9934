/** Links of answers. A separate module, because few documents have links. */
import type { ResponseHeaders } from "../exchange/response-headers.js";
import { defined } from "../../protocol/defined.js";
import { exactText } from "../../protocol/marked-integers.js";
import { isObject, pointerKeys, valueAt } from "../../protocol/json.js";
import type { Answer, AnswerTarget } from "./answer.js";
import { argument, argumentOf, type Arguments } from "../request/arguments.js";
import { exactValue } from "./exact-numbers.js";
import type { AnswerLink, Operation, ParameterLocation } from "../../contract/operation.js";

/** A call and its answer, which runtime expressions read. */
export interface LinkSource {
  readonly operation: Operation;
  readonly args: Arguments;
  readonly answer: Answer;
  readonly headers: ResponseHeaders;
  readonly redact: (text: string) => string;
  readonly url: string;
}

/** Longer values are not identifiers, so they are left out. */
const maxValueLength = 500;

/** Fills in the arguments of an answer's links; those without a value are left out. */
export function linksFrom(links: readonly AnswerLink[], source: LinkSource): AnswerTarget[] {
  return linksOfStatus(links, source.answer.status).map(
    ({ name, description, tool, uri, args }) => {
      const filled: [string, unknown][] = [];
      for (const [arg, written] of Object.entries(args ?? {})) {
        const value = evaluate(written, source);
        if (value !== undefined) filled.push([arg, value]);
      }
      return defined({ name, description, tool, uri, args: Object.fromEntries(filled) });
    },
  );
}

/** An exact status goes before a range, a range before the default. @see OpenAPI 3.2 Responses Object */
function linksOfStatus(links: readonly AnswerLink[], status: number): readonly AnswerLink[] {
  for (const key of [String(status), `${String(status)[0]}XX`, "default"]) {
    const found = links.filter((link) => link.status === key);
    if (found.length > 0) return found;
  }
  return [];
}

/** Evaluates a constant, an expression, or a text with expressions in braces. @see OpenAPI 3.2 Runtime Expressions */
function evaluate(written: unknown, source: LinkSource): unknown {
  if (Array.isArray(written)) return written.map((each) => evaluate(each, source) ?? null);
  if (isObject(written)) {
    return Object.fromEntries(
      Object.entries(written).map(([name, each]) => [name, evaluate(each, source)]),
    );
  }
  if (typeof written !== "string") return written;
  if (isExpression(written)) return bounded(valueOf(written, source));
  let isComplete = true;
  const text = written.replace(/\{(\$[^{}]*)\}/g, (whole, expression: string) => {
    if (!isExpression(expression)) return whole;
    const value = bounded(valueOf(expression, source));
    if (value === undefined) isComplete = false;
    return isObject(value) || Array.isArray(value) ? exactText(value) : String(value);
  });
  return isComplete ? text : undefined;
}

function isExpression(text: string): boolean {
  return /^\$(?:url$|method$|statusCode$|(?:request|response)\.(?:header\.|query\.|path\.|body))/.test(
    text,
  );
}

function bounded(value: unknown): unknown {
  const text = typeof value === "object" ? exactText(value) : String(value);
  return value === null || text.length > maxValueLength ? undefined : value;
}

function valueOf(expression: string, source: LinkSource): unknown {
  const { operation, args, answer, headers, redact, url } = source;
  if (expression === "$url") return redact(url.split("?", 1)[0]!);
  if (expression === "$method") return operation.request.method;
  if (expression === "$statusCode") return answer.status;
  const [, side, place, rest = ""] =
    /^\$(request|response)\.(body|\w+)(?:[.#](.*))?$/s.exec(expression) ?? [];
  if (place === "body") {
    const body = side === "response" ? jsonOf(answer) : bodyOf(operation, args);
    return valueAt(body, pointerKeys(expression.includes("#") ? rest : ""));
  }
  if (side === "response") return place === "header" ? headerOf(headers, rest, redact) : undefined;
  return parameterOf(operation, args, place as ParameterLocation, rest);
}

function jsonOf(answer: Answer): unknown {
  return answer.kind === "json" ? exactValue(answer) : undefined;
}

function headerOf(
  headers: ResponseHeaders,
  name: string,
  redact: (text: string) => string,
): string | undefined {
  const value = /^[!#$%&'*+.^`|~\w-]+$/.test(name) ? headers.get(name) : null;
  return value === null ? undefined : redact(value);
}

function parameterOf(
  { request }: Operation,
  args: Arguments,
  place: ParameterLocation,
  name: string,
): unknown {
  const sameName =
    place === "header"
      ? (other: string) => other.toLowerCase() === name.toLowerCase()
      : (other: string) => other === name;
  const binding = request.params?.find((param) => param.in === place && sameName(param.name));
  return binding && argument(args, argumentOf(binding));
}

function bodyOf({ request }: Operation, args: Arguments): unknown {
  const { arg, fields = [] } = request.body ?? {};
  if (arg !== undefined) return argument(args, arg);
  return Object.fromEntries(
    fields.map((field) => {
      const [from, property] = typeof field === "string" ? [field, field] : field;
      return [property, argument(args, from)];
    }),
  );
}
