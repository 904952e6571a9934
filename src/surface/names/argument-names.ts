import type { ParameterBinding, PartHeader } from "../../../runtime/contract/operation.js";
import type { Parameter, Schema } from "../../operations/model.js";
import { unsafeKeys } from "./unsafe-keys.js";
import { argumentNamePattern, nameLimit, readableName, withHash } from "./names.js";

/** A value that needs an argument of its own. */
export interface Candidate {
  readonly location: "path" | "query" | "querystring" | "header" | "cookie" | "body";
  /** Its name in the document. */
  readonly name: string;
  /** The document has no name for it, so `name` is only a proposal. */
  readonly isUnnamed?: boolean;
}

/** An argument without its name. */
export interface Slot extends Candidate {
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** What the argument is sent as. */
  readonly target: Target;
}

export type Target =
  | {
      readonly kind: "parameter";
      readonly parameter: Parameter;
      /** For a parameter with `content`: how that is written. */
      readonly content?: Pick<ParameterBinding, "content" | "encoding" | "xml">;
    }
  /** A property of the body; `required` holds once the body is given. */
  | { readonly kind: "field"; readonly property: string; readonly required: boolean }
  | { readonly kind: "body" }
  | {
      readonly kind: "partHeader";
      readonly property: string;
      readonly header: string;
      readonly format: Pick<PartHeader, "explode" | "content">;
    }
  | { readonly kind: "contentType" };

export interface Named<One extends Candidate> {
  readonly slot: One;
  readonly name: string;
}

/** Order in which locations keep a name that several of them have. */
const precedence = ["path", "query", "querystring", "header", "cookie", "body"];

/** RFC 6570 section 2.3 allows no hyphen in the names of variables. */
const templateNamePattern = /^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/;

/** Whether an argument, or with `forTemplate` a variable of a URI template, may have the name. */
export function isArgumentName(name: string, forTemplate: boolean): boolean {
  return (
    argumentNamePattern.test(name) &&
    !unsafeKeys.has(name) &&
    (!forTemplate || templateNamePattern.test(name))
  );
}

/**
 * Names the arguments of one operation as the document does where clients accept that. Of several with one name, the
 * first in the order path, query, header, cookie, body keeps it and the others are called `id_query`, `id_body` …
 *
 * @returns The candidates in order, with unique names `^[a-zA-Z0-9_.-]{1,64}$`, valid in RFC 6570 with `forTemplate`.
 */
export function nameArguments<One extends Candidate>(
  candidates: readonly One[],
  forTemplate: boolean,
): readonly Named<One>[] {
  const forbidden = forTemplate ? /[^a-zA-Z0-9_]+/g : /[^a-zA-Z0-9_.-]+/g;
  const drafts = candidates.map((slot) => ({ slot, name: "" }));
  const taken = new Set<string>();
  const claim = (draft: { name: string }, name: string): boolean => {
    if (taken.has(name)) return false;
    taken.add(name);
    draft.name = name;
    return true;
  };
  const unsettled = drafts
    .toSorted((a, b) => rank(a.slot) - rank(b.slot))
    .filter((draft) => {
      const { name, isUnnamed } = draft.slot;
      return isUnnamed || !isArgumentName(name, forTemplate) || !claim(draft, name);
    });
  for (const draft of unsettled) {
    const { name, location, isUnnamed } = draft.slot;
    const base = readableName(name, forbidden, "argument");
    if (isUnnamed) {
      const proposed = isArgumentName(name, forTemplate) ? name : base;
      for (let next = 1; !claim(draft, numbered(proposed, next)); next++);
      continue;
    }
    const located = `${base}_${location}`;
    if (base !== name && claim(draft, base)) continue;
    if (located.length <= nameLimit && claim(draft, located)) continue;
    for (let salt = `${location} ${name}`; !claim(draft, withHash(base, salt)); salt += "'");
  }
  return drafts;
}

function numbered(name: string, number: number): string {
  const end = number === 1 ? "" : `_${number}`;
  return name.slice(0, nameLimit - end.length) + end;
}

function rank({ location, isUnnamed }: Candidate): number {
  return isUnnamed ? precedence.length : precedence.indexOf(location);
}
