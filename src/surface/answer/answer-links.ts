import { defined } from "../../../runtime/protocol/defined.js";
import type {
  AnswerLink,
  Operation as OperationFacts,
} from "../../../runtime/contract/operation.js";
import { stripHidden } from "../../diagnostics/hidden-characters.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { shorten, tidy } from "../names/descriptions.js";
import type { Link, Operation, Response } from "../../operations/model.js";
import { exposedName } from "../names/exposed-name.js";

export interface LinkedOperation {
  readonly source: Operation;
  readonly facts: OperationFacts;
}

/** Resolves the links of responses to tools and resources with arguments. */
export class LinkResolver {
  readonly diagnostics: Diagnostic[] = [];
  readonly #exposed: ReadonlyMap<string, LinkedOperation>;
  readonly #keys: ReadonlySet<string>;
  readonly #byId = new Map<string, string>();

  /**
   * @param operations All operations of the document, also those that are not exposed.
   */
  constructor(operations: readonly Operation[], exposed: readonly LinkedOperation[]) {
    this.#exposed = new Map(exposed.map((each) => [each.source.key, each]));
    this.#keys = new Set(operations.map(({ key }) => key));
    for (const { key, operationId } of operations) {
      if (operationId !== undefined && !this.#byId.has(operationId)) {
        this.#byId.set(operationId, key);
      }
    }
  }

  /** Returns the links of an operation's successes; links to operations that are not exposed are left out. */
  linksOf({ responses }: Operation): readonly AnswerLink[] {
    const successes = responses.filter(({ status }) => status.startsWith("2"));
    return (successes.length > 0 ? successes : responses.filter(isDefault)).flatMap(
      ({ status, links = [] }) =>
        links.flatMap((link) => {
          const key = this.#target(link);
          const target = key === undefined ? undefined : this.#exposed.get(key);
          return target ? this.#linkTo(target, link, status) : [];
        }),
    );
  }

  /** Returns the key of the operation that a link leads to. */
  #target(link: Link): string | undefined {
    const key =
      link.operationId === undefined
        ? keyOfRef(link.operationRef ?? "")
        : this.#byId.get(link.operationId);
    if (key !== undefined && this.#keys.has(key)) return key;
    const to = (link.operationId ?? link.operationRef ?? "").slice(0, 200);
    this.#ignore(link, `leads to ${to}, which is not an operation of this document`);
    return undefined;
  }

  #linkTo({ facts }: LinkedOperation, link: Link, status: string): readonly AnswerLink[] {
    const { expose, request, input } = facts;
    const args: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    // A route map may hide an argument, or give it a fixed value.
    const give = (arg: string, value: unknown): void => {
      if (Object.hasOwn(input["properties"] ?? {}, arg)) args[arg] = value;
    };
    for (const [written, value] of Object.entries(link.parameters)) {
      const arg = argumentOf(facts, written);
      if (arg === undefined)
        this.#ignore(
          link,
          `gives ${written.slice(0, 80)}, which is not a parameter of that operation`,
        );
      else give(arg, value);
    }
    const { requestBody } = link;
    if (requestBody !== undefined && request.body?.arg !== undefined) {
      give(request.body.arg, requestBody);
    } else if (typeof requestBody === "object" && requestBody !== null) {
      for (const field of request.body?.fields ?? []) {
        const [arg, property] = typeof field === "string" ? [field, field] : field;
        const values = requestBody as { readonly [name: string]: unknown };
        if (Object.hasOwn(values, property)) give(arg, values[property]);
      }
    }
    const name = exposedName(expose);
    const isResource = expose.as === "resource" || expose.as === "template";
    return [
      defined({
        name: stripHidden(link.name),
        status,
        description:
          link.description === undefined ? undefined : shorten(tidy(link.description), 300),
        ...(isResource ? { uri: name } : { tool: name }),
        args: Object.keys(args).length > 0 ? args : undefined,
      }),
    ];
  }

  #ignore(link: Link, why: string): void {
    this.diagnostics.push({
      code: "link-ignored",
      severity: "info",
      message: `The link "${link.name.slice(0, 80)}" ${why}.`,
      place: link.place,
    });
  }
}

function isDefault({ status }: Response): boolean {
  return status === "default";
}

/**
 * `#/paths/~1pets~1{id}/get` → `GET /pets/{id}`. References to other documents are not resolved.
 * The methods of `additionalOperations` are written as they are sent. OpenAPI 3.2, Path Item Object.
 */
function keyOfRef(ref: string): string | undefined {
  const [, path, additional, written] =
    /^#\/paths\/([^/]+)\/(additionalOperations\/)?([^/]+)$/.exec(ref) ?? [];
  if (path === undefined || written === undefined) return undefined;
  const method = additional === undefined ? written.toUpperCase() : written;
  let text: string;
  try {
    text = decodeURIComponent(path);
  } catch {
    text = path;
  }
  return `${method} ${text.replaceAll("~1", "/").replaceAll("~0", "~")}`;
}

/** Returns the argument for a parameter as links name it: `id`, or `path.id` if several have that name. */
function argumentOf({ request }: OperationFacts, written: string): string | undefined {
  const params = request.params ?? [];
  const [, place, name] = /^(path|query|querystring|header|cookie)\.(.+)$/s.exec(written) ?? [];
  const found =
    params.find((param) => param.name === written) ??
    params.find((param) => param.in === place && param.name === name);
  return found && (found.arg ?? found.name);
}
