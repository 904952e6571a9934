import { reservedNames } from "../../../runtime/contract/reserved-names.js";

/** Names that an operation's constant and method can't have. */
export const reservedMembers: ReadonlySet<string> = new Set([
  // Reserved words of modules and strict mode.
  ..."arguments await break case catch class const continue debugger default delete do else enum eval export".split(
    " ",
  ),
  ..."extends false finally for function if implements import in instanceof interface let new null package".split(
    " ",
  ),
  ..."private protected public return static super switch this throw true try typeof undefined var void".split(
    " ",
  ),
  ..."while with yield Infinity NaN globalThis".split(" "),
  ...reservedNames,
  // The static member of the class, and the other exports of `operations.ts`.
  ..."api inputSchemas outputSchemas".split(" "),
]);

/** Names that generated types and `$defs` can't have: types of the runtime and the language, and unsafe keys. */
export const reservedTypes: ReadonlySet<string> = new Set(
  "Api CallContext FileInput Media OpenApiServer Operation Registrar SchemaTable Promise constructor __proto__".split(
    " ",
  ),
);
