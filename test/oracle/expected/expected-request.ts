/** Makes a call with swagger-client, from the document as it is written. */
import SwaggerClient from "swagger-client";
import type { CallValues } from "./call-values.js";
import { asMapping } from "../raw/nodes.js";
import type { RawDocument } from "../raw/raw-document.js";
import { partsOf } from "../request-parts.js";
import { RawFile } from "../samples/raw-file.js";
import type { SpecOperation } from "../spec-operation.js";
import { encoded } from "../specified.js";

/** URL of the document, which relative servers are resolved against. */
export const documentUrl = "https://oracle.test/docs/openapi.json";

type Values = CallValues["parameters"];

/** @throws Error when swagger-client refuses */
export function expectedRequest(
  document: RawDocument,
  operation: SpecOperation,
  values: CallValues,
  bodyType: string | undefined,
): ReturnType<typeof partsOf> {
  const root = asMapping(document.root.value);
  const isSwagger2 = document.version === "2.0";
  const { path, query } = splitTemplate(operation.path, values);
  const asked = {
    operationId: "it",
    // swagger-client would report a missing value for path parameters that the path does not use.
    parameters: operation.parameters.filter(
      (each) => each.in !== "path" || path.includes(`{${each.name}}`),
    ),
    ...(operation.requestBody && { requestBody: operation.requestBody }),
    responses: operation.responses,
    // Only the selected media type: swagger-client uses the first one.
    consumes: bodyType === undefined ? operation.consumes : [bodyType],
    produces: operation.produces,
    ...(operation.servers && { servers: operation.servers }),
  };
  const version = isSwagger2
    ? { swagger: "2.0", host: root["host"], basePath: root["basePath"], schemes: root["schemes"] }
    : { openapi: root["openapi"], servers: root["servers"] };
  const { parameters } = values;
  const isForm = /^multipart\/|urlencoded/i.test(bodyType ?? "");
  const body = isForm ? withoutNull(withFiles(values.body)) : withFiles(values.body);
  const method = operation.method;
  const isStandard = method === method.toUpperCase();
  const parts = partsOf(
    SwaggerClient.buildRequest({
      spec: {
        ...version,
        paths: { [path]: { [isStandard ? method.toLowerCase() : method]: asked } },
      },
      operationId: "it",
      contextUrl: documentUrl,
      parameters: isSwagger2 ? { ...parameters, ...formValues(operation, body) } : parameters,
      ...(body !== undefined && { requestBody: body }),
      ...(bodyType !== undefined && body !== undefined && { requestContentType: bodyType }),
    }),
  );
  // swagger-client takes false, 0, null and empty texts for no body.
  const isLost = body !== undefined && !body && !isSwagger2;
  return { ...parts, query: [...query, ...parts.query], ...(isLost && { body }) };
}

/**
 * Takes the query out of a template and fills it in, because swagger-client replaces expressions of the path alone.
 *
 * @see OpenAPI 3.2 Paths Object, Path Templating
 */
function splitTemplate(
  template: string,
  { parameters }: CallValues,
): { readonly path: string; readonly query: readonly string[] } {
  const [, path = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(template)!;
  const filled = query.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    encoded(String(parameters[`path.${name}`] ?? "")),
  );
  return { path: path + fragment, query: filled.split("&").filter((pair) => pair !== "") };
}

/** In Swagger 2.0 bodies are parameters, too. */
function formValues({ parameters }: SpecOperation, body: unknown): Values {
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

/** A form has no field for null, which swagger-client can't write. @see RFC 6570 section 2.3 */
function withoutNull(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** Replaces files of a sample by those of the platform. */
function withFiles(value: unknown): unknown {
  if (value instanceof RawFile) return new File([value.text], value.name);
  if (Array.isArray(value)) return (value as unknown[]).map(withFiles);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withFiles(each)]));
}
