import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { problem } from "../normalise/node.js";
import type { NormalDocument, NormalOperation } from "../normalise/document.js";
import type { SecurityRequirement, SecurityScheme } from "./model.js";

/** A scheme that the user adds to a document, and the requirement that replaces the document's own. */
export interface AddedSecurity {
  readonly schemes: { readonly [name: string]: SecurityScheme };
  readonly security: readonly SecurityRequirement[];
}

/** Adds a scheme under a name of its own, from which its environment variables are named. */
export function addSecurity(
  scheme: SecurityScheme,
  schemes: AddedSecurity["schemes"],
): AddedSecurity {
  const wanted =
    scheme.type === "http" ? (scheme.scheme === "basic" ? "login" : "token") : "apiKey";
  let name = wanted;
  for (let count = 2; Object.hasOwn(schemes, name); count++) name = `${wanted}${count}`;
  return { schemes: { ...schemes, [name]: scheme }, security: [{ [name]: [] }] };
}

/**
 * Reports a document that names no credentials although its operations show that they need some: by a response 401 or 403,
 * or by a parameter that stands for a credential.
 */
export function missingSecurity(document: NormalDocument): readonly Diagnostic[] {
  const signs = document.operations.flatMap((operation) => signOf(operation) ?? []);
  const [first] = signs;
  if (first === undefined) return [];
  const { operation, sign } = first;
  const called = signs.length === 1 ? "it is" : `${signs.length} such operations are`;
  const message = `${operation.method} ${operation.path} ${sign}, but the document has no security schemes: ${called} called without credentials.`;
  const hint =
    "Add --auth bearer (or basic, apiKey:header:NAME, apiKey:query:NAME, apiKey:cookie:NAME), or the same as `auth` to the route map.";
  return [problem("warning", "security-missing", operation.node, message, hint)];
}

function signOf(
  operation: NormalOperation,
): { readonly operation: NormalOperation; readonly sign: string } | undefined {
  const header = [...operation.pathParameters, ...operation.parameters].find(
    (parameter) => parameter.in === "header" && /^authorization$/i.test(parameter.name),
  );
  if (header !== undefined) return { operation, sign: "declares the parameter Authorization" };
  const refusal = operation.responses.find(({ status }) => /^40[13]$/.test(String(status)));
  return refusal && { operation, sign: `documents the response ${refusal.status}` };
}
