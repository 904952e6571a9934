/** Calls one operation with samples of its raw schemas, and compares each request with what the document asks for. */
import { defined } from "../../runtime/protocol/defined.js";
import type { SurfaceOperation } from "../../src/surface/model.js";
import { argumentsOf, bindingOf } from "./arguments.js";
import { ourBody, theirBody } from "./bodies.js";
import { compareRequests, type Comparison, type Difference } from "./compare.js";
import { placesOfKeys, requiredCredentials, splitCredentials } from "./expected/credentials.js";
import { expectedRequest } from "./expected/expected-request.js";
import { ListedCheck } from "./listed/check-listed.js";
import { unlistedMembers } from "./listed/members.js";
import type { RawMediaType, RawOperation } from "./raw/model.js";
import type { RawDocument } from "./raw/raw-document.js";
import { partsOf } from "./request-parts.js";
import { CallSampler, type RawCall } from "./samples/call-sampler.js";
import type { ListedTool, Sent, Served } from "./served.js";
import { specOperation, type SpecOperation } from "./spec-operation.js";

/** Header parameters that OpenAPI ignores. @see OpenAPI 3.2 Parameter Object, `name` */
const ignoredHeaders = ["accept", "content-type", "authorization"];

export interface Outcome {
  readonly differences: readonly Difference[];
  /** Requests that were compared. */
  readonly requests: number;
  /** Arguments of a call that made a request; absent if none did. */
  readonly args?: Readonly<Record<string, unknown>>;
}

export class OperationCheck {
  readonly #document: RawDocument;
  readonly #served: Served;
  readonly #tools: ReadonlyMap<string, ListedTool>;
  readonly #listed: ListedCheck;
  readonly sampler: CallSampler;

  constructor(document: RawDocument, served: Served, tools: ReadonlyMap<string, ListedTool>) {
    this.#document = document;
    this.#served = served;
    this.#tools = tools;
    this.#listed = new ListedCheck(document);
    this.sampler = new CallSampler(document);
  }

  async check({ facts, symbol }: SurfaceOperation, written: RawOperation): Promise<Outcome> {
    const operation = this.#withoutOthers(written);
    const spec = specOperation(this.#document, operation);
    const about = { operation: spec, isSwagger2: this.#document.version === "2.0" };
    const tool = this.#tools.get(symbol)!;
    const differences: Difference[] = this.#listed
      .faults(operation, facts.request, tool)
      .map((fault) => ({ ...about, ...fault }));
    let requests = 0;
    let args: Outcome["args"];
    const types = operation.body?.content.filter(({ type }) => bindingOf(facts.request, type));
    const seen = new Set<string>();
    for (const type of types && types.length > 0 ? types : [undefined]) {
      for (const call of this.sampler.calls(operation, type)) {
        if ("impossible" in call) {
          const { impossible: theirs } = call;
          differences.push({ ...about, where: "sample", name: "call", ours: "", theirs });
          break;
        }
        const mapped = argumentsOf(facts, call);
        for (const name of mapped.missing) {
          const isKnown = differences.some(
            (each) => each.where === "offered" && each.name === name,
          );
          if (!isKnown)
            differences.push({ ...about, where: "offered", name, ours: "", theirs: name });
        }
        for (const name of unlistedMembers(call, facts.request, tool)) {
          differences.push({ ...about, where: "offered", name, ours: "", theirs: name });
        }
        const text = JSON.stringify([mapped.args, call.body?.type.type]);
        if (seen.has(text)) continue;
        seen.add(text);
        const found = await this.#call(symbol, mapped.args, call, spec, operation);
        requests += 1;
        differences.push(...found);
        if (found.some(({ where }) => where === "refused")) continue;
        this.sampler.coverage.commit();
        args ??= mapped.args;
      }
    }
    return { differences, requests, ...defined({ args }) };
  }

  /**
   * Leaves out the parameters that are no arguments: headers of the message itself, keys of the security, and parameters
   * of the path that its template has no place for.
   */
  #withoutOthers(operation: RawOperation): RawOperation {
    const keys = placesOfKeys(this.#document, operation);
    const parameters = operation.parameters.filter(({ in: place, name }) => {
      const lower = place === "header" ? name.toLowerCase() : name;
      if (place === "header" && ignoredHeaders.includes(lower)) return false;
      if (place === "path" && !operation.path.includes(`{${name}}`)) return false;
      return !keys.has(`${place} ${lower}`);
    });
    return { ...operation, parameters };
  }

  async #call(
    symbol: string,
    args: unknown,
    { parameters, body }: RawCall,
    spec: SpecOperation,
    operation: RawOperation,
  ): Promise<readonly Difference[]> {
    const { result, sent } = await this.#served.call(symbol, args);
    const values = { parameters, ...(body && { body: body.value }) };
    const bodyType = body?.type.type;
    const isSwagger2 = this.#document.version === "2.0";
    const call = defined({ operation: spec, values, isSwagger2, bodyType });
    const [first] = sent;
    if (!first || sent.length > 1) {
      const ours = result.content?.[0]?.text ?? "";
      const value = JSON.stringify(args);
      return [{ ...call, where: "refused", name: "call", ours, theirs: "", value }];
    }
    const { href } = new URL(first.url);
    const differences: Difference[] = [];
    if (href !== first.url && href !== `${first.url}/`) {
      differences.push({ ...call, where: "origin", name: "url", ours: first.url, theirs: href });
    }
    const ours = this.#ourRequest(first, body?.type);
    const { credentials, rest } = splitCredentials(ours);
    const required = requiredCredentials(this.#document, operation);
    if (!required.some((each) => isSameSet(each, credentials))) {
      differences.push({
        ...call,
        where: "security",
        name: "credentials",
        ours: credentials,
        theirs: required,
      });
    }
    const theirs = await this.#theirRequest(spec, call, first.headers["content-type"]);
    return typeof theirs === "string"
      ? [...differences, { ...call, where: "refused", name: "swagger-client", ours: "", theirs }]
      : [...differences, ...compareRequests(rest, theirs, call)];
  }

  #ourRequest(sent: Sent, type: RawMediaType | undefined): ReturnType<typeof partsOf> {
    return partsOf({ ...sent, body: ourBody(sent.body, sent.headers["content-type"], type) });
  }

  async #theirRequest(
    spec: SpecOperation,
    { values, bodyType }: Comparison,
    sentType: string | undefined,
  ): Promise<ReturnType<typeof partsOf> | string> {
    try {
      const expected = expectedRequest(this.#document, spec, values, bodyType);
      return { ...expected, body: await theirBody(expected.body, sentType) };
    } catch (error) {
      return String(error);
    }
  }
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && [...one].every((each) => other.has(each));
}
