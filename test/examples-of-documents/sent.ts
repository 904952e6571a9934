/** Checks that a request carries an example with every member. */
import { isDeepStrictEqual } from "node:util";
import { ourBody } from "../oracle/bodies.js";
import type { Difference } from "../oracle/compare.js";
import { partsOf, type RequestParts } from "../oracle/request-parts.js";
import type { Sent } from "../oracle/served.js";
import type { SpecOperation, SpecParameter } from "../oracle/spec-operation.js";
import { isSpecifiedForm, isSpecifiedMultipart } from "../oracle/specified-body.js";
import { isSpecified, queryPairs } from "../oracle/specified.js";
import type { Example } from "./find-examples.js";
import { isMapping } from "../oracle/raw/nodes.js";

/** Returns what is wrong with the request, or undefined if it carries the example. */
export function faultOf(
  sent: Sent,
  { target, value }: Example,
  operation: SpecOperation,
  isSwagger2: boolean,
): string | undefined {
  if (target.kind === "body") {
    if (carriesBody(sent, value, operation, isSwagger2)) return undefined;
    return `the body is ${sent.body?.toString("utf8").slice(0, 300) ?? "absent"}`;
  }
  const parameter = operation.parameters.find(
    (each) =>
      each.in === target.in &&
      (each.name === target.name ||
        (each.in === "header" && each.name.toLowerCase() === target.name.toLowerCase())),
  );
  if (!parameter || value === null) return undefined;
  const parts = partsOf({ ...sent, body: undefined });
  return faults[target.in]?.({ parameter, value, operation, isSwagger2, parts });
}

interface SentParameter {
  readonly parameter: SpecParameter;
  readonly value: unknown;
  readonly operation: SpecOperation;
  readonly isSwagger2: boolean;
  readonly parts: RequestParts;
}

/** Whether parameters are sent as specified, by their place. */
const faults: Readonly<Record<string, (sent: SentParameter) => string | undefined>> = {
  query: ({ parameter, value, isSwagger2, parts }) => {
    const wanted = queryPairs(parameter, value, isSwagger2);
    const isSent = wanted.every((pair) => parts.query.some((each) => isSamePair(each, pair)));
    return isSent ? undefined : `the query is ${parts.query.join("&")}, not ${wanted.join("&")}`;
  },

  path: (sent) => {
    const { parameter, operation, parts } = sent;
    const template = operation.path.split(/[?#]/)[0]!.split("/").reverse();
    const index = template.findIndex((each) => each.includes(`{${parameter.name}}`));
    // Of several values in a segment only this one is known.
    if (index === -1 || template[index]!.split("{").length > 2) return undefined;
    const ours = parts.path.split("/").reverse()[index];
    return isAsSpecified(sent, "path", ours) ? undefined : `the path's segment is ${ours}`;
  },

  cookie: (sent) => {
    const { parameter, parts } = sent;
    const ours = parts.cookies.filter((each) => each.startsWith(`${parameter.name}=`));
    if (isAsSpecified(sent, "cookie", ours)) return undefined;
    return `the cookies are ${parts.cookies.join("; ")}`;
  },

  header: ({ parameter, value, parts }) => {
    const name = parameter.name.toLowerCase();
    const ours = name === "cookie" ? parts.cookies.join("; ") : parts.headers[name];
    // The members of an object are compared by the oracle.
    const isSent = isMapping(value) ? ours !== undefined : ours === String(value);
    return isSent ? undefined : `the header is ${ours}`;
  },
};

function isAsSpecified(
  { parameter, value, operation, isSwagger2 }: SentParameter,
  where: "path" | "cookie",
  ours: unknown,
): boolean {
  const { name } = parameter;
  const values = { parameters: { [`${where}.${name}`]: value } };
  const theirs = undefined;
  return isSpecified({
    where,
    name,
    ours,
    theirs,
    parameter,
    value,
    operation,
    isSwagger2,
    values,
  });
}

/** Reserved characters may be sent as they are or percent-encoded. */
function isSamePair(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return decodeURIComponent(one) === decodeURIComponent(other);
  } catch {
    return false;
  }
}

function carriesBody(
  { body, headers }: Sent,
  value: unknown,
  operation: SpecOperation,
  isSwagger2: boolean,
): boolean {
  const type = headers["content-type"] ?? "";
  const essence = type.split(";")[0]!.trim().toLowerCase();
  if (body === undefined) return value === null || isDeepStrictEqual(value, {});
  const ours = ourBody(body, type);
  if (isDeepStrictEqual(ours, value)) return true;
  const values = { parameters: {}, body: value };
  const difference: Difference = {
    where: "body",
    name: "body",
    ours,
    theirs: undefined,
    operation,
    isSwagger2,
    values,
    bodyType: essence,
  };
  if (essence === "application/x-www-form-urlencoded") {
    return (
      isSpecifiedForm(difference) ||
      isSpecifiedForm({
        ...difference,
        values: { parameters: {}, body: inOrderOf(String(ours), value) },
      })
    );
  }
  if (essence.startsWith("multipart/")) {
    if (isSpecifiedMultipart(difference)) return true;
    // Bytes of files differ in their headers; every member must have its part.
    const parts = ours as readonly { readonly name?: string }[];
    return Object.keys(value as object).every((name) => parts.some((part) => part.name === name));
  }
  if (essence.endsWith("xml")) {
    const text = String(ours);
    return leaves(value).every((leaf) => text.includes(escaped(String(leaf))));
  }
  return false;
}

/** Returns a form's value with its members in the order in which they were sent. */
function inOrderOf(form: string, value: unknown): unknown {
  if (!isMapping(value)) return value;
  const sent = [...new URLSearchParams(form).keys()].map((name) => name.split("[")[0]!);
  const names = [...new Set([...sent, ...Object.keys(value)])].filter((name) =>
    Object.hasOwn(value, name),
  );
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

function leaves(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return value === null ? [] : [value];
  return Object.values(value).flatMap(leaves);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
