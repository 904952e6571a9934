/** Names that generated code can't give to an operation's constant and method. */
export const reservedMembers: ReadonlySet<string> = new Set([
  // Words of the language, in modules and strict mode.
  ..."await break case catch class const continue debugger default delete do else enum export extends false".split(
    " ",
  ),
  ..."finally for function if implements import in instanceof interface let new null package private".split(
    " ",
  ),
  ..."protected public return static super switch this throw true try typeof undefined var void while with yield".split(
    " ",
  ),
  ..."arguments eval NaN Infinity globalThis".split(" "),
  // The runtime's class, and what makes any object behave oddly.
  ..."call expose api constructor then toString toJSON valueOf toLocaleString hasOwnProperty".split(
    " ",
  ),
  ..."isPrototypeOf propertyIsEnumerable __proto__ prototype".split(" "),
  // The other exports of `operations.ts`.
  ..."inputSchemas outputSchemas".split(" "),
]);

/** Names of types that generated code takes from the runtime or the language. */
export const reservedTypes: ReadonlySet<string> = new Set(
  "Api CallContext Media OpenApiServer Operation Registrar SchemaTable Promise".split(" "),
);
