/**
 * Names that a method of a generated class can't have: the base class's own, what every object has, and `then`, which
 * would make `await` take the server for a promise.
 */
export const reservedNames: readonly string[] = [
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "__proto__",
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
