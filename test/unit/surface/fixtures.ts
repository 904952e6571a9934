import type { Diagnostic } from "../../../src/diagnostics/diagnostic.js";
import type {
  ApiModel,
  MediaType,
  NamedSchemas,
  Operation,
  Parameter,
  RequestBody,
  Response,
  Schema,
} from "../../../src/operations/model.js";
import type { Decision } from "../../../src/routes/decision.js";
import { buildSurface, type SurfaceOptions } from "../../../src/surface/build-surface.js";
import type { Surface, SurfaceOperation } from "../../../src/surface/model.js";
import { operation } from "../../support/operation.js";

export { operation };

const place = { file: "file:///api.yaml", pointer: "" };

export function parameter(
  location: Parameter["in"],
  name: string,
  more: Partial<Parameter> = {},
): Parameter {
  const style = location === "query" || location === "cookie" ? "form" : "simple";
  return {
    name,
    in: location,
    required: location === "path",
    deprecated: false,
    style,
    explode: style === "form",
    allowReserved: false,
    allowEmptyValue: false,
    schema: { type: "string" },
    place,
    ...more,
  };
}

export function media(type: string, schema?: Schema, more: Partial<MediaType> = {}): MediaType {
  return { type, ...(schema === undefined ? {} : { schema }), place, ...more };
}

export function body(schema: Schema, more: Partial<RequestBody> = {}): RequestBody {
  return { required: true, contents: [media("application/json", schema)], place, ...more };
}

export function response(status: string, ...contents: MediaType[]): Response {
  return { status, contents, place };
}

export function ok(schema: Schema): readonly Response[] {
  return [response("200", media("application/json", schema))];
}

/** Returns named schemas; their dependencies are read from their text. */
export function schemas(all: Readonly<Record<string, Schema>>): NamedSchemas {
  return new Map(
    Object.entries(all).map(([name, schema]) => {
      const uses = [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(
        ([, used = ""]) => used,
      );
      const ref = `#/components/schemas/${name}`;
      return [name, { name, ref, place, schema, uses: [...new Set(uses)] }];
    }),
  );
}

export function modelOf(
  operations: readonly Operation[],
  more: Partial<Omit<ApiModel, "operations" | "total">> = {},
): ApiModel {
  return {
    title: "Petstore",
    version: "1.0.0",
    specVersion: "3.1",
    servers: [],
    securitySchemes: {},
    security: [],
    schemas: new Map(),
    skipped: [],
    ...more,
    operations,
    total: operations.length,
  };
}

export function build(
  model: ApiModel,
  options: Partial<SurfaceOptions> = {},
  decisions: Readonly<Record<string, Partial<Decision>>> = {},
): { surface: Surface; diagnostics: readonly Diagnostic[] } {
  const routed = model.operations.map((one) => ({
    operation: one,
    decision: { expose: "tool", because: "defaults", ...decisions[one.key] } as const,
  }));
  return buildSurface(model, routed, {
    sourceName: "openapi.yaml",
    descriptionLimit: 1024,
    inputSchemaLimit: 16384,
    outputSchemaLimit: 1024,
    unknownArguments: "refuse",
    ...options,
  });
}

export function buildOne(
  one: Operation,
  named: Readonly<Record<string, Schema>> = {},
  decision: Partial<Decision> = {},
): SurfaceOperation & { readonly diagnostics: readonly Diagnostic[]; readonly whole: Surface } {
  const model = modelOf([one], { schemas: schemas(named) });
  const { surface, diagnostics } = build(model, {}, { [one.key]: decision });
  const [first] = surface.operations;
  if (!first) throw new Error("the operation was skipped");
  return { ...first, diagnostics, whole: surface };
}
