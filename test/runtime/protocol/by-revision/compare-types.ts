/** Compares a TypeScript type with an official schema, both ways. */
import { ts } from "ts-morph";
import {
  constantsOf,
  formsOf,
  isObject,
  widest,
  type Definitions,
  type Schema,
} from "./schema-forms.js";

/** Types and schemas of one revision. */
export interface Comparison {
  readonly checker: ts.TypeChecker;
  readonly definitions: Definitions;
  /** Members that are compared elsewhere or on purpose differ. */
  readonly skipped: ReadonlySet<string>;
}

/** Returns the differences, each with its place; none if the type has what the schema has, and nothing else. */
export function differences(
  type: ts.Type,
  schema: Schema,
  place: string,
  within: Comparison,
): readonly string[] {
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return [];
  const forms = widest(formsOf(schema, within.definitions));
  const types = alternativesOf(type);
  return [
    ...differentKinds(types, forms, place, within),
    ...differentObjects(
      types.filter((each) => kindOf(each, within) === "object"),
      forms.filter(isObject),
      place,
      within,
    ),
    ...differentItems(types, forms, place, within),
  ];
}

function alternativesOf(type: ts.Type): readonly ts.Type[] {
  const types = type.isUnion() ? type.types : [type];
  return types.filter((each) => !(each.flags & ts.TypeFlags.Undefined));
}

/** `string`, a constant in quotation marks, `array`, `object` …, by the words of JSON Schema. */
function kindOf(type: ts.Type, { checker }: Comparison): string {
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  if (type.flags & ts.TypeFlags.StringLike) return "string";
  if (type.flags & ts.TypeFlags.NumberLike) return "number";
  if (type.flags & ts.TypeFlags.BooleanLike) return "boolean";
  if (type.flags & ts.TypeFlags.Null) return "null";
  return checker.isArrayType(type) ? "array" : "object";
}

function differentKinds(
  types: readonly ts.Type[],
  forms: readonly Schema[],
  place: string,
  within: Comparison,
): readonly string[] {
  const actual = new Set(types.map((each) => kindOf(each, within)));
  const expected = new Set(
    forms.flatMap((form) => {
      const constants = constantsOf(form)?.map((each) => JSON.stringify(each));
      if (constants) return constants;
      if (isObject(form)) return ["object"];
      return [form.type === "integer" ? "number" : String(form.type)];
    }),
  );
  return [
    ...[...expected].filter((each) => !actual.has(each)).map((each) => `${place}: no ${each}`),
    ...[...actual].filter((each) => !expected.has(each)).map((each) => `${place}: extra ${each}`),
  ];
}

function differentItems(
  types: readonly ts.Type[],
  forms: readonly Schema[],
  place: string,
  within: Comparison,
): readonly string[] {
  const array = types.find((each) => kindOf(each, within) === "array");
  const form = forms.find((each) => each.type === "array");
  if (!array || !form?.items) return [];
  const [item] = within.checker.getTypeArguments(array as ts.TypeReference);
  return differences(item!, form.items, `${place}[]`, within);
}

/** Each type must be that of a schema, and each schema that of a type. */
function differentObjects(
  types: readonly ts.Type[],
  forms: readonly Schema[],
  place: string,
  within: Comparison,
): readonly string[] {
  const left = types.flatMap((type) => byTag(type, tagsOfType(type, within)));
  const right = forms.flatMap((form) => byTag(form, constantsOf(form.properties?.["type"])));
  const compare = (type: Tagged<ts.Type>, form: Tagged<Schema>): readonly string[] | undefined =>
    type.tag === form.tag || isOpen(type.value, within)
      ? differentMembers(type.value, form.value, place, within)
      : undefined;
  const all = [
    ...right.flatMap(
      (form) => nearest(left.map((type) => compare(type, form))) ?? [`${place}: no ${form.tag}`],
    ),
    ...left.flatMap(
      (type) =>
        nearest(right.map((form) => compare(type, form))) ?? [`${place}: extra ${type.tag}`],
    ),
  ];
  return [...new Set(all)];
}

/** An alternative with one value of its member `type`. */
interface Tagged<T> {
  readonly value: T;
  readonly tag: string | undefined;
}

function byTag<T>(value: T, tags: readonly string[] | undefined): readonly Tagged<T>[] {
  return tags ? tags.map((tag) => ({ value, tag })) : [{ value, tag: undefined }];
}

function tagsOfType(type: ts.Type, { checker }: Comparison): readonly string[] | undefined {
  const member = checker.getPropertyOfType(type, "type");
  if (!member) return undefined;
  const literals = alternativesOf(checker.getTypeOfSymbol(member));
  return literals.every((each) => each.isStringLiteral())
    ? literals.map((each) => each.value as string)
    : undefined;
}

/** Whether the type leaves open what it holds, as JsonObject. */
function isOpen(type: ts.Type, { checker }: Comparison): boolean {
  const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const isUnknown = values !== undefined && (values.flags & ts.TypeFlags.Unknown) !== 0;
  return isUnknown && checker.getPropertiesOfType(type).length === 0;
}

/** The fewest differences; undefined if there is nothing to compare with. */
function nearest(all: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return all.filter((each) => each !== undefined).sort((a, b) => a.length - b.length)[0];
}

function differentMembers(
  type: ts.Type,
  form: Schema,
  place: string,
  within: Comparison,
): readonly string[] {
  const { checker, skipped } = within;
  const members = checker.getPropertiesOfType(type);
  const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  if (isOpen(type, within)) return [];
  const names = new Set([
    ...members.map((each) => each.name),
    ...Object.keys(form.properties ?? {}),
  ]);
  const faults = [...names]
    .filter((name) => !skipped.has(name) && name !== "type")
    .flatMap((name) =>
      differentMember(name, checker.getPropertyOfType(type, name), form, place, within),
    );
  const { additionalProperties: others } = form;
  if (!values || typeof others !== "object") return faults;
  return [...faults, ...differences(values, others, `${place}.*`, within)];
}

function differentMember(
  name: string,
  member: ts.Symbol | undefined,
  form: Schema,
  parent: string,
  within: Comparison,
): readonly string[] {
  const place = `${parent}.${name}`;
  const schema = form.properties?.[name];
  if (!schema) return [`${place}: extra`];
  if (!member) return [`${place}: missing`];
  const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
  const isRequired = form.required?.includes(name) ?? false;
  return [
    ...(isOptional === isRequired ? [`${place}: ${isRequired ? "required" : "optional"}`] : []),
    ...differences(within.checker.getTypeOfSymbol(member), schema, place, within),
  ];
}
