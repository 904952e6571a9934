/** Makes the same call with swagger-client, from the unchanged document. */
import SwaggerClient from "swagger-client";
import type { BodyBinding, Operation } from "../../runtime/contract/operation.js";
import { partsOf } from "./request-parts.js";
import type { RawDocument, RawOperation } from "./raw-document.js";

/** URL of the document, which relative servers are resolved against. */
export const documentUrl = "https://oracle.test/docs/openapi.json";

type Values = Readonly<Record<string, unknown>>;

/** The arguments of a call as parameters by place and name, and a body. */
export interface CallValues {
  /** Parameters by `in.name`. */
  readonly parameters: Values;
  readonly body?: unknown;
}

export function valuesOf({ request }: Pick<Operation, "request">, args: Values): CallValues {
  const parameters: Record<string, unknown> = {};
  for (const { in: place, name, arg = name } of request.params ?? []) {
    if (Object.hasOwn(args, arg)) parameters[`${place}.${name}`] = args[arg];
  }
  const body = bodyOf(chosenBody(request, args), args);
  return { parameters, ...(body !== undefined && { body }) };
}

/** Returns the body for the media type that the call selected. */
export function chosenBody({ body }: Operation["request"], args: Values): BodyBinding | undefined {
  const choice = body?.choice;
  return choice?.others.find(({ type }) => type === args[choice.arg]) ?? body;
}

function bodyOf(body: BodyBinding | undefined, args: Values): unknown {
  const value = bodyValue(body, args);
  if (!body || value === undefined) return value;
  if (body.file) return fileOf(value);
  if (!/^multipart\//i.test(body.type) || typeof value !== "object" || value === null) return value;
  const { encoding = {}, restEncoding } = body;
  const entries = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const rules = Object.hasOwn(encoding, name) ? encoding[name] : restEncoding;
    if (!rules?.file) return [name, member] as const;
    return [name, Array.isArray(member) ? member.map(fileOf) : fileOf(member)] as const;
  });
  return Object.fromEntries(entries);
}

/** Converts a file argument to a `File`. */
function fileOf(value: unknown): unknown {
  const { data, name = "file" } = value as { readonly data?: string; readonly name?: string };
  return data === undefined ? value : new File([Buffer.from(data, "base64")], name);
}

function bodyValue(body: BodyBinding | undefined, args: Values): unknown {
  if (!body) return undefined;
  if (body.arg !== undefined) return args[body.arg];
  const entries = (body.fields ?? []).flatMap((field) => {
    const [arg, property] = typeof field === "string" ? [field, field] : field;
    return Object.hasOwn(args, arg) ? [[property, args[arg]] as const] : [];
  });
  return entries.length > 0 || body.required ? Object.fromEntries(entries) : undefined;
}

/** @throws Error when swagger-client refuses */
export function expectedRequest(
  document: RawDocument,
  raw: RawOperation,
  values: CallValues,
  bodyType: string | undefined,
): ReturnType<typeof partsOf> {
  const { root, isSwagger2 } = document;
  const operation = {
    operationId: "it",
    // swagger-client would report a missing value for path parameters that the path does not use.
    parameters: raw.parameters.filter(
      (each) => each.in !== "path" || raw.path.includes(`{${each.name}}`),
    ),
    ...(raw.requestBody && { requestBody: raw.requestBody }),
    responses: raw.responses,
    // Only the selected media type: swagger-client uses the first one.
    consumes: bodyType === undefined ? raw.consumes : [bodyType],
    produces: raw.produces,
    ...(raw.servers !== undefined && { servers: raw.servers }),
  };
  const version = isSwagger2
    ? { swagger: "2.0", host: root["host"], basePath: root["basePath"], schemes: root["schemes"] }
    : { openapi: root["openapi"], servers: root["servers"] };
  const { parameters, body } = values;
  return partsOf(
    SwaggerClient.buildRequest({
      spec: {
        ...version,
        paths: {
          [raw.path]: {
            [isStandard(raw.method) ? raw.method.toLowerCase() : raw.method]: operation,
          },
        },
      },
      operationId: "it",
      contextUrl: documentUrl,
      parameters: isSwagger2 ? { ...parameters, ...formValues(raw, body) } : parameters,
      ...(body !== undefined && { requestBody: body }),
      ...(bodyType !== undefined && body !== undefined && { requestContentType: bodyType }),
    }),
  );
}

function isStandard(method: string): boolean {
  return method === method.toUpperCase();
}

/** In Swagger 2.0 bodies are parameters, too. */
function formValues({ parameters }: RawOperation, body: unknown): Values {
  const values: Record<string, unknown> = {};
  for (const { in: place, name } of parameters) {
    if (place === "body" && body !== undefined) values[`body.${name}`] = body;
    const fields = typeof body === "object" && body !== null ? (body as Values) : {};
    if (place === "formData" && Object.hasOwn(fields, name)) {
      values[`formData.${name}`] = fields[name];
    }
  }
  return values;
}
