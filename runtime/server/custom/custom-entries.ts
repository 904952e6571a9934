/** Registry entries for the author's own resources and prompts. */
import { defined } from "../../protocol/defined.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { checkedScopes } from "../../oauth/scopes.js";
import { UriTemplate } from "../../resources/uri-template.js";
import { encodeUri } from "../../resources/uri.js";
import { readSchema } from "../../schema/standard-schema.js";
import { argumentCheck, type CheckArguments } from "../results/check-arguments.js";
import { isInputRequired } from "../client-input/input-required.js";
import type { PromptEntry, ResourceEntry, TemplateEntry } from "../registry/registry.js";
import { checkMeta, listedMeta } from "../registry/item-meta.js";
import type {
  Completer,
  PromptDefinition,
  PromptHandler,
  ResourceDefinition,
  ResourceHandler,
  TemplateDefinition,
  TemplateHandler,
} from "../types/definitions.js";
import { checkAnnotations } from "../../protocol/check-annotations.js";
import { lazyReader } from "../results/lazy-read-resource.js";
import { resultChecks } from "../results/lazy-result-checks.js";

/** @throws TypeError for a malformed scope, annotation or size */
export function customResource(
  definition: ResourceDefinition,
  handler: ResourceHandler,
): ResourceEntry {
  const { scopes } = definition;
  const { cache, ...listed } = forClients(definition);
  const uri = encodeUri(definition.uri);
  checkAnnotations(uri, definition.annotations);
  checkMeta(uri, definition);
  checkSize(uri, definition.size);
  return {
    listed: { ...listed, uri, ...listedMeta(definition) },
    ...defined({
      scopes: scopes && checkedScopes(scopes),
      cache,
    }),
    read: (ctx) =>
      lazyReader.use(async ({ readCustom }) => {
        const value = await handler(definition.uri, ctx);
        const { mimeType } = definition;
        return isInputRequired(value) ? value : readCustom(value, { uri, mimeType }, ctx);
      }),
  };
}

/** Clients refuse a whole list for a size that is no integer. @see MCP 2026-07-28, Resource */
function checkSize(uri: string, size: number | undefined): void {
  if (size === undefined || (Number.isSafeInteger(size) && size >= 0)) return;
  throw new TypeError(`The size of ${uri} must be a whole number of bytes, not ${size}.`);
}

/** @throws TypeError for an unsupported URI template, an unusable schema, or a malformed scope or annotation */
export function customTemplate(
  definition: TemplateDefinition,
  handler: TemplateHandler,
): TemplateEntry {
  const { scopes } = definition;
  const { cache, input, complete, ...listed } = forClients(definition);
  const variableSchema = readSchema(input ?? { type: "object" }, "input");
  const check: CheckArguments | undefined =
    input && argumentCheck(() => variableSchema.schema, variableSchema);
  const template = new UriTemplate(definition.uriTemplate);
  checkAnnotations(definition.uriTemplate, definition.annotations);
  checkMeta(definition.uriTemplate, definition);
  for (const variable of Object.keys(complete ?? {})) {
    if (!template.names.includes(variable)) {
      throw new TypeError(`${definition.uriTemplate} has no variable {${variable}} to complete.`);
    }
  }
  return {
    template,
    listed: { ...listed, ...listedMeta(definition) },
    ...defined({
      scopes: scopes && checkedScopes(scopes),
      cache,
      completers: complete && new Map(Object.entries(complete)),
    }),
    read: (uri, variables, ctx) =>
      lazyReader.use(async ({ coerceVariables, checkVariables, readCustom }) => {
        const raw = coerceVariables(variables, variableSchema.schema, undefined);
        const args = check ? await checkVariables(check, raw, uri) : raw;
        const value = await handler(args, ctx, uri);
        const { mimeType } = definition;
        return isInputRequired(value) ? value : readCustom(value, { uri, mimeType }, ctx);
      }),
  };
}

/** @throws TypeError for two arguments of one name, or a malformed scope */
export function customPrompt(definition: PromptDefinition, handler: PromptHandler): PromptEntry {
  const { scopes } = definition;
  const { arguments: args = [], ...listed } = forClients(definition);
  const names = args.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new TypeError(`The prompt ${definition.name} has two arguments named ${twice}.`);
  }
  checkMeta(definition.name, definition);
  const completers = args.flatMap(({ name, complete }): [string, Completer][] =>
    complete ? [[name, complete]] : [],
  );
  return {
    listed: {
      ...listed,
      ...defined({
        arguments:
          args.length > 0
            ? args.map(({ complete: _complete, ...argument }) => argument)
            : undefined,
      }),
      ...listedMeta(definition),
    },
    ...defined({
      scopes: scopes && checkedScopes(scopes),
      completers: completers.length > 0 ? new Map(completers) : undefined,
    }),
    async get(given, ctx) {
      const missing = args.filter((each) => each.required && !Object.hasOwn(given, each.name));
      if (missing.length > 0) {
        throw new ProtocolError(
          errorCodes.invalidParams,
          `The prompt needs the argument ${missing.map((each) => each.name).join(", ")}.`,
        );
      }
      const value = await handler(given, ctx);
      if (isInputRequired(value)) return value;
      const { name, description } = definition;
      return resultChecks.use(({ readPrompt }) => readPrompt({ name, description }, value));
    },
  };
}

/** Members of every definition that clients do not get, or get in `_meta`. */
type ServerFact = "tags" | "meta" | "use" | "metadata" | "scopes";

/** Leaves out of a definition what it has for its server. */
function forClients<D extends { readonly [fact in ServerFact]?: unknown }>(
  definition: D,
): Omit<D, ServerFact> {
  const {
    tags: _tags,
    meta: _meta,
    use: _use,
    metadata: _metadata,
    scopes: _scopes,
    ...others
  } = definition;
  return others;
}
