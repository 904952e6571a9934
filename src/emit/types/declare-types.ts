import type { ApiModel } from "../../operations/model.js";
import type { Direction } from "../../surface/schema/directions.js";
import type { Surface, SurfaceOperation, SurfaceSchema } from "../../surface/model.js";
import { reserveName } from "../../surface/names/names.js";
import { flatType } from "./print-type.js";
import { schemaDoc, schemaType, type TypeContext } from "./schema-type.js";
import { noMembers, unknownType, type TypeMember, type TypeNode } from "./type-node.js";
import { untangle } from "./untangle.js";
import { begin } from "../../diagnostics/work.js";

export interface TypeDeclaration {
  readonly name: string;
  /** Escaped lines of the doc comment. */
  readonly doc: readonly string[];
  readonly type: TypeNode;
  /** Symbol of the operation whose arguments or result this is; absent for schemas. */
  readonly operation?: string;
}

export interface DeclaredTypes {
  /** The schemas by name, then the arguments and, where it needs a name, the result of each operation. */
  readonly declarations: readonly TypeDeclaration[];
  /** Result type of each operation by symbol, short enough for a signature. */
  readonly outputs: ReadonlyMap<string, TypeNode>;
}

/** Maximum length of a type without a name, in characters. */
const longestInline = 60;

/** Declares a type for each schema that an operation reaches, and the types of each operation. */
export function declareTypes(surface: Surface, model: ApiModel): DeclaredTypes {
  const input = contextFor("input", surface, model);
  const output = contextFor("output", surface, model);
  const schemas = surface.schemas.map((schema) =>
    schemaDeclaration(schema, model, schema.direction === "output" ? output : input),
  );
  const taken = new Set([
    ...surface.schemas.map((schema) => schema.name),
    ...surface.operations.map((operation) => operation.inputTypeName),
  ]);
  const outputs = new Map<string, TypeNode>();
  const ofOperations = surface.operations.flatMap((operation) => {
    const argumentsType = inputDeclaration(operation, input);
    const returned = outputType(operation, output);
    if (isInline(returned)) {
      outputs.set(operation.symbol, returned);
      return [argumentsType];
    }
    const name = outputTypeName(operation.inputTypeName, taken);
    outputs.set(operation.symbol, { kind: "name", name });
    const doc = [`Result of \`${operation.symbol}\`.`];
    return [argumentsType, { name, doc, type: returned, operation: operation.symbol }];
  });

  const declarations = [...schemas, ...ofOperations];
  const sound = untangle(new Map(declarations.map(({ name, type }) => [name, type])));
  return {
    declarations: declarations.map((each) => ({
      ...each,
      type: sound.get(each.name) ?? each.type,
    })),
    outputs,
  };
}

function contextFor(direction: Direction, surface: Surface, model: ApiModel): TypeContext {
  const names = new Map<string, string>();
  for (const schema of surface.schemas) {
    if (schema.direction === direction || schema.direction === "both") {
      names.set(schema.source, schema.name);
    }
  }
  return { direction, schemas: model.schemas, nameOf: (source) => names.get(source) };
}

function schemaDeclaration(
  schema: SurfaceSchema,
  model: ApiModel,
  context: TypeContext,
): TypeDeclaration {
  const named = model.schemas.get(schema.source);
  if (!named) throw new Error(`the surface names a schema ${schema.source} that the model lacks`);
  begin(`writing the type ${schema.name}`, named.place);
  return {
    name: schema.name,
    doc: schemaDoc(named.schema),
    type: schemaType(named.schema, context, { depth: 0, around: [], name: schema.source }),
  };
}

function inputDeclaration(operation: SurfaceOperation, context: TypeContext): TypeDeclaration {
  begin(`writing the types of ${operation.source.key}`, operation.source.place);
  const members = operation.inputMembers.map(
    ({ name, required, description, schema }): TypeMember => ({
      name,
      required,
      type: schemaType(schema, context),
      doc: schemaDoc(schema, description),
    }),
  );
  return {
    name: operation.inputTypeName,
    operation: operation.symbol,
    doc: [`Arguments of \`${operation.symbol}\`.`],
    type:
      members.length === 0
        ? noMembers
        : {
            kind: "object",
            members,
            ...(operation.facts.request.body?.restExcept && { index: unknownType }),
          },
  };
}

function outputType(operation: SurfaceOperation, context: TypeContext): TypeNode {
  const { output } = operation;
  switch (output.kind) {
    case "schema":
      return schemaType(output.schema, context);
    case "void":
      return { kind: "word", text: "void" };
    case "text":
      return { kind: "word", text: "string" };
    case "media":
      return { kind: "word", text: "Media" };
    case "unknown":
      return { kind: "word", text: "unknown" };
  }
}

function isInline(type: TypeNode): boolean {
  return !hasMembers(type) && flatType(type, longestInline) !== undefined;
}

function hasMembers(type: TypeNode): boolean {
  switch (type.kind) {
    case "word":
    case "name":
      return false;
    case "array":
      return hasMembers(type.item);
    case "tuple":
      return true;
    case "object":
      return type.members.length > 0;
    default:
      return type.members.some(hasMembers);
  }
}

function outputTypeName(inputTypeName: string, taken: Set<string>): string {
  return reserveName(`${inputTypeName.replace(/Input$/, "")}Output`, taken);
}
