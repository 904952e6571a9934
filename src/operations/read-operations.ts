import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { begin } from "../diagnostics/work.js";
import type { ReferenceResolver } from "../load/references/resolver.js";
import type { Node } from "../load/source.js";
import type { NormalDocument, NormalOperation } from "../normalise/document.js";
import { join, placeOf, problem, type JsonObject } from "../normalise/node.js";
import { Faults, identityOf, withoutRepetitions, type Loss } from "./faults.js";
import type {
  ApiModel,
  NamedSchema,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Skipped,
} from "./model.js";
import { checkTargets } from "./targets.js";
import { addSecurity, missingSecurity } from "./added-security.js";
import { readParameters } from "./parameters.js";
import { PartReader, type ReadContents, type ReadPart } from "./parts.js";
import { relativeUrl } from "./relative-url.js";
import { withoutCredentials } from "./credential-parameters.js";
import { asTraceOperation } from "./trace-operation.js";
import { discriminatorNote } from "./schema/discriminator.js";
import { SchemaGraph } from "./schema/schema-graph.js";
import { SchemaReader } from "./schema/schema-reader.js";
import { readSecurity, readSecuritySchemes } from "./security.js";
import { documentServers, readServers } from "./servers.js";
import type { ReadSchema, SharedSchema } from "./schema/shared-schema.js";

/** An operation whose parts have been read but not yet checked for errors. */
interface Draft {
  readonly key: string;
  readonly source: NormalOperation;
  readonly parameters: readonly ReadPart<Parameter>[];
  readonly body: ReadContents<RequestBody> | undefined;
  readonly responses: readonly ReadContents<Response>[];
  readonly problems: readonly Diagnostic[];
}

/** The parts of an operation that can be used, and the errors in the others. */
interface CheckedDraft {
  readonly usable: Draft;
  readonly losses: readonly (readonly [loss: Loss, error: Diagnostic])[];
}

/** Members of the document for operations without their own. */
interface Defaults {
  readonly security: readonly SecurityRequirement[];
  readonly extensions: JsonObject;
}

/**
 * Reads the model of an API.
 *
 * An operation with an error in its parameters or body is skipped, unless the body has another media type, or the error is
 * a reference to nothing that leaves a value open or is in an optional parameter. A faulty response that only describes failure is left out; a success
 * response is described without what is faulty. Each error is reported once, at its place, with the operations affected.
 * If every operation is skipped, `nothing-usable` is reported as well.
 *
 * @param auth authenticates the operations without a `security` of their own, in place of the document's
 */
export function readOperations(
  document: NormalDocument,
  resolver: ReferenceResolver,
  auth?: SecurityScheme,
): { readonly model: ApiModel; readonly diagnostics: readonly Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const documented = readSecuritySchemes(document.securitySchemes, problems);
  const added = auth && addSecurity(auth, documented);
  const securitySchemes = added?.schemes ?? documented;
  if (document.securitySchemes.size === 0 && !added) problems.push(...missingSecurity(document));
  const reported = new Set<string>();
  const securityAt = (node: Node) => readSecurity(node, securitySchemes, reported, problems);
  const security = added?.security ?? (document.security && securityAt(document.security));
  const servers = documentServers(document, problems);

  const schemaReader = new SchemaReader(document, resolver);
  const drafts = readDrafts(document, new PartReader(document.version, schemaReader));
  const graph = new SchemaGraph(schemaReader.finish());
  const { usable, skipped, errors } = checkDrafts(document, drafts, graph);
  const total = usable.length + skipped.length;
  if (usable.length === 0) {
    const message = `None of the document's ${total} operation${total === 1 ? "" : "s"} can be used.`;
    problems.push(problem("error", "nothing-usable", { file: document.url, pointer: "" }, message));
  }
  const defaults = { security: security ?? [], extensions: toolExtensions(document) };
  const operations = usable.map((draft): Operation => {
    const { source } = draft;
    const own = source.security && securityAt(source.security);
    const ownServers = source.servers && readServers(source.servers, document.baseUrl, problems);
    const operation = {
      ...operationOf(draft, defaults),
      ...defined({
        security: own,
        servers: ownServers !== undefined && ownServers.length > 0 ? ownServers : undefined,
      }),
    };
    const called = withoutCredentials(operation, securitySchemes, problems);
    return called.method === "TRACE" ? asTraceOperation(called, securitySchemes, problems) : called;
  });
  const callers = usable.map(({ source }, index) => ({
    ...defined({ servers: source.servers }),
    security: operations[index]?.security ?? [],
  }));
  problems.push(...checkTargets(document, callers));
  const reached = graph.reached(usable.flatMap((draft) => [...schemasOf(draft)]));
  const model: ApiModel = {
    title: document.title,
    version: document.apiVersion,
    ...defined({ description: document.description }),
    specVersion: document.version,
    servers,
    securitySchemes,
    security: defaults.security,
    operations,
    schemas: new Map(
      [...reached].map((shared) => [shared.name, namedSchema(shared, document.url, reached)]),
    ),
    skipped,
    total,
  };
  const all = [
    errors,
    problems,
    usable.flatMap(warningsIn),
    [...reached].flatMap((shared) => shared.problems.filter(isWarning)),
    repetitions(usable),
  ].flat();
  return { model, diagnostics: withoutRepetitions(all) };
}

function readDrafts(document: NormalDocument, parts: PartReader): readonly Draft[] {
  const keys = new Set<string>();
  return document.operations.map((source): Draft => {
    const key = `${source.method} ${source.path}`;
    begin(`reading ${key}`, placeOf(source.node));
    const problems = [...source.problems];
    if (keys.has(key)) {
      problems.push(
        problem("error", "duplicate-path", source.node, `${key} is defined more than once.`),
      );
    }
    keys.add(key);
    return {
      key,
      source,
      parameters: readParameters(parts, source, problems),
      body: source.body && parts.body(source.body),
      responses: source.responses.map((response) => parts.response(response)),
      problems,
    };
  });
}

/** Separates usable operations from those to skip, and leaves out the faulty parts that a call does not need. */
function checkDrafts(
  document: NormalDocument,
  drafts: readonly Draft[],
  graph: SchemaGraph,
): {
  readonly usable: readonly Draft[];
  readonly skipped: readonly Skipped[];
  readonly errors: readonly Diagnostic[];
} {
  const faults = new Faults();
  const usable: Draft[] = [];
  const lost: {
    readonly key: string;
    readonly operationId?: string;
    readonly error: Diagnostic;
  }[] = [];
  for (const { path, problem: error } of document.lostPaths) {
    faults.add(error, "operation", path);
    lost.push({ key: path, error });
  }
  for (const draft of drafts) {
    const { key, source } = draft;
    const checked = checkDraft(draft, graph);
    const errors = checked.losses.filter(([loss]) => loss === "operation");
    for (const [loss, each] of errors.length > 0 ? errors : checked.losses) {
      faults.add(each, loss, key);
    }
    const [first] = errors;
    if (first === undefined) usable.push(checked.usable);
    else lost.push(defined({ key, operationId: source.operationId, error: first[1] }));
  }
  const reports = faults.reports();
  const skipped = lost.map(({ error, ...each }): Skipped => {
    return { ...each, reason: reports.get(identityOf(error))! };
  });
  return { usable, skipped, errors: [...reports.values()] };
}

function checkDraft(draft: Draft, graph: SchemaGraph): CheckedDraft {
  const { body } = draft;
  const losses: [Loss, Diagnostic][] = [];
  const lose = (loss: Loss, errors: readonly Diagnostic[]) => {
    for (const error of errors) losses.push([loss, error]);
  };
  lose("operation", draft.problems.filter(isError));
  const parameters = draft.parameters.filter((parameter) => {
    const errors = errorsIn([parameter], graph);
    const isLost = errors.length > 0 && isDispensable(parameter.value, errors);
    lose(isLost ? "parameter" : "operation", errors);
    return !isLost;
  });
  lose("value", openingsIn(parameters, graph));
  const sendable = body && checkBody(body, graph, lose);
  const isNeeded = successTest(draft.responses);
  const responses = draft.responses.flatMap((response) => {
    const parts = [response, ...response.contents];
    const errors = [...errorsIn(parts, graph), ...openingsIn(parts, graph)];
    const isSuccess = isNeeded(response.value);
    lose(isSuccess ? "schema" : "response", errors);
    if (errors.length === 0) return [response];
    return isSuccess ? [response.problems.some(isError) ? undescribed(response) : response] : [];
  });
  return { usable: { ...draft, parameters, body: sendable, responses }, losses };
}

/** Whether a call works without a parameter of which only the schema can't be found. */
function isDispensable({ name, required }: Parameter, errors: readonly Diagnostic[]): boolean {
  return !required && name !== "" && errors.every(({ code }) => code.startsWith("ref-"));
}

/** Leaves out faulty media types if there is another. */
function checkBody(
  body: ReadContents<RequestBody>,
  graph: SchemaGraph,
  lose: (loss: Loss, errors: readonly Diagnostic[]) => void,
): ReadContents<RequestBody> {
  const contents = body.contents.filter((content) => errorsIn([content], graph).length === 0);
  lose("operation", errorsIn([body], graph));
  lose(contents.length > 0 ? "mediaType" : "operation", errorsIn(body.contents, graph));
  lose("value", openingsIn(contents, graph));
  if (contents.length === body.contents.length) return body;
  return {
    ...body,
    contents,
    value: { ...body.value, contents: contents.map(({ value }) => value) },
  };
}

/** Returns a success response that can't be read. It may have content of any type, so it is not described as empty. */
function undescribed(response: ReadContents<Response>): ReadContents<Response> {
  const { status, place } = response.value;
  return {
    ...response,
    contents: [],
    value: { status, place, contents: [{ type: "*/*", place }] },
  };
}

/** Returns the test for success responses. `default` is one only if no status is 2xx. */
function successTest(responses: readonly ReadPart<Response>[]): (response: Response) => boolean {
  const isSuccess = ({ status }: Response) => status.startsWith("2");
  return responses.some(({ value }) => isSuccess(value))
    ? isSuccess
    : ({ status }) => status === "default";
}

function errorsIn(parts: readonly ReadPart<unknown>[], graph: SchemaGraph): readonly Diagnostic[] {
  return parts.flatMap(({ problems, schemas }) => [
    ...problems.filter(isError),
    ...graph.errors(schemas),
  ]);
}

/** Returns the places of these parts where any value is accepted because a reference leads to nothing. */
function openingsIn(
  parts: readonly ReadPart<unknown>[],
  graph: SchemaGraph,
): readonly Diagnostic[] {
  return parts.flatMap(({ schemas }) => graph.openings(schemas));
}

function partsOf({ parameters, body, responses }: Draft): readonly ReadPart<unknown>[] {
  const withContents = [...(body ? [body] : []), ...responses];
  return [...parameters, ...withContents.flatMap((part) => [part, ...part.contents])];
}

function schemasOf(draft: Draft): readonly ReadSchema[] {
  return partsOf(draft).flatMap(({ schemas }) => schemas);
}

function warningsIn(draft: Draft): readonly Diagnostic[] {
  const inSchemas = schemasOf(draft).flatMap(({ problems }) => problems);
  const inParts = partsOf(draft).flatMap(({ problems }) => problems);
  return [...draft.problems, ...inParts, ...inSchemas].filter(isWarning);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function isWarning(diagnostic: Diagnostic): boolean {
  return !isError(diagnostic);
}

function operationOf(draft: Draft, defaults: Defaults): Operation {
  const { key, source, parameters, body, responses } = draft;
  return {
    key,
    ...defined({ operationId: source.operationId }),
    method: source.method,
    path: source.path,
    ...defined({ summary: source.summary, description: source.description }),
    deprecated: source.deprecated,
    tags: source.tags,
    extensions: { ...defaults.extensions, ...source.extensions },
    parameters: parameters.map(({ value }) => value),
    ...defined({
      body: body !== undefined && body.value.contents.length > 0 ? body.value : undefined,
    }),
    responses: responses.map(({ value }) => value),
    security: defaults.security,
    place: placeOf(source.node),
  };
}

/** Returns the document's extensions that describe all its operations as tools. */
function toolExtensions({ extensions }: NormalDocument): JsonObject {
  const names = ["x-mcp", "x-speakeasy-mcp"].filter((name) => Object.hasOwn(extensions, name));
  return Object.fromEntries(names.map((name) => [name, extensions[name]]));
}

function namedSchema(
  shared: SharedSchema,
  documentUrl: string,
  reached: ReadonlySet<SharedSchema>,
): NamedSchema {
  const { name, node, schema, uses, discriminator } = shared;
  const subtypes = shared.subtypes.filter((subtype) => reached.has(subtype));
  const isBase = subtypes.length > 0 || shared.hasTooManySubtypes;
  return {
    name,
    ref: `${relativeUrl(documentUrl, node.file)}#${node.pointer}`,
    place: placeOf(node),
    schema,
    uses: [...uses].map((used) => used.name),
    ...defined({
      subtypes: isBase ? subtypes.map((subtype) => subtype.name) : undefined,
      subtypesNote: discriminator && discriminatorNote(discriminator, subtypes),
      discriminator: discriminator && {
        property: discriminator.property,
        tags: [...subtypes, shared].map((one) => discriminator.tags.get(one)),
      },
    }),
  };
}

function repetitions(drafts: readonly Draft[]): readonly Diagnostic[] {
  const keysById = new Map<string, string>();
  const pathsByShape = new Map<string, string>();
  return drafts.flatMap((draft) => [
    ...repeatedId(draft, keysById),
    ...repeatedPath(draft, pathsByShape),
  ]);
}

function repeatedId({ key, source }: Draft, keysById: Map<string, string>): readonly Diagnostic[] {
  const { operationId, node } = source;
  if (operationId === undefined) return [];
  const other = keysById.get(operationId);
  if (other === undefined) {
    keysById.set(operationId, key);
    return [];
  }
  const at = { file: node.file, pointer: join(node.pointer, "operationId") };
  const message = `The operationId "${operationId}" of ${key} is already that of ${other}.`;
  const hint = "Give each operation a unique operationId.";
  return [problem("warning", "duplicate-operation-id", at, message, hint)];
}

function repeatedPath({ source }: Draft, pathsByShape: Map<string, string>): readonly Diagnostic[] {
  const { path, node } = source;
  const shape = path.replace(/\{[^{}]*\}/g, "{}");
  const other = pathsByShape.get(shape);
  if (other === undefined) pathsByShape.set(shape, path);
  if (other === undefined || other === path) return [];
  const message = `The paths ${other} and ${path} differ only in the names of their parameters.`;
  return [problem("info", "duplicate-path", node, message)];
}
