/**
 * Names that a method of a generated class can't have: members of the base class and of every object, and `then`, because
 * `await` would treat the server as a promise.
 */
export const reservedNames: readonly string[] = [
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "__proto__",
  "afterResponse",
  "beforeRequest",
  "call",
  "constructor",
  "expose",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "then",
  "toJSON",
  "toLocaleString",
  "toString",
  "valueOf",
];
