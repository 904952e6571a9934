import { unsafeKeys } from "./unsafe-keys.js";
import { argumentNamePattern, nameLimit, readableName, withHash } from "./names.js";

/** Something that needs an argument of its own. */
export interface Candidate {
  readonly location: "path" | "query" | "querystring" | "header" | "cookie" | "body";
  /** Its name in the document. */
  readonly name: string;
  /** The one argument that is the whole body: its name is ours to choose. */
  readonly isWholeBody?: boolean;
}

/** Who keeps a name that several have. */
const precedence = ["path", "query", "querystring", "header", "cookie", "body"];

/** RFC 6570 section 2.3 knows no hyphen in the names of variables. */
const templateNamePattern = /^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/;

/** Whether an argument, or a variable of a URI template, may have the name. */
export function isArgumentName(name: string, forTemplate: boolean): boolean {
  return (
    argumentNamePattern.test(name) &&
    !unsafeKeys.has(name) &&
    (!forTemplate || templateNamePattern.test(name))
  );
}

/**
 * Names of the arguments of one operation: the document's own where clients accept them. Of several with one name, the
 * first in the order path, query, header, cookie, body keeps it and the others are called `id_query`, `id_body` …
 *
 * @returns One name per candidate, unique, `^[a-zA-Z0-9_.-]{1,64}$`; with `forTemplate` also a name RFC 6570 accepts.
 */
export function argumentNames(
  candidates: readonly Candidate[],
  forTemplate: boolean,
): readonly string[] {
  const isValid = (name: string): boolean => isArgumentName(name, forTemplate);
  const forbidden = forTemplate ? /[^a-zA-Z0-9_]+/g : /[^a-zA-Z0-9_.-]+/g;
  const order = candidates
    .map((_, index) => index)
    .sort((a, b) => rank(candidates[a]!) - rank(candidates[b]!) || a - b);
  const names: string[] = [];
  const taken = new Set<string>();
  const claim = (index: number, name: string): boolean => {
    if (taken.has(name)) return false;
    taken.add(name);
    names[index] = name;
    return true;
  };
  const late = order.filter((index) => {
    const { name, isWholeBody } = candidates[index]!;
    return isWholeBody || !isValid(name) || !claim(index, name);
  });
  for (const index of late) {
    const { name, location, isWholeBody } = candidates[index]!;
    if (isWholeBody) {
      for (let next = 1; !claim(index, next === 1 ? name : `${name}_${next}`); next++);
      continue;
    }
    const base = readableName(name, forbidden, "argument");
    const located = `${base}_${location}`;
    if (base !== name && claim(index, base)) continue;
    if (located.length <= nameLimit && claim(index, located)) continue;
    for (let salt = `${location} ${name}`; !claim(index, withHash(base, salt)); salt += "'");
  }
  return names;
}

function rank({ location, isWholeBody }: Candidate): number {
  return isWholeBody ? precedence.length : precedence.indexOf(location);
}
