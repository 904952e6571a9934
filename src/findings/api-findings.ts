import { variablesOfScheme } from "../../runtime/contract/credential-methods.js";
import type { Api, SecurityScheme } from "../../runtime/contract/api.js";
import type { Place } from "../diagnostics/diagnostic.js";
import { below } from "../diagnostics/place.js";
import type { ApiModel, Operation, Server } from "../operations/model.js";
import { quoted, type FindingCollector } from "./collector.js";
import { privateAddressOf } from "./private-address.js";

/** Finds which hosts a document sends calls and credentials to, and what it decides for callers. */
export class ApiFindings {
  readonly #collector: FindingCollector;
  readonly #root: Place;
  readonly #isLocal: boolean;
  readonly #reported = new Set<unknown>();

  constructor(collector: FindingCollector, root: Place) {
    this.#collector = collector;
    this.#root = root;
    this.#isLocal = !/^https?:/i.test(root.file);
  }

  read({ servers, operations, securitySchemes }: ApiModel, api: Api | undefined): void {
    for (const server of servers) this.#address(filledIn(server), "A server", this.#root);
    for (const operation of operations) {
      for (const server of operation.servers ?? []) {
        this.#address(filledIn(server), "A server", operation.place);
      }
      this.#fixed(operation);
    }
    for (const [name, scheme] of Object.entries(securitySchemes)) {
      for (const url of urlsIn(scheme))
        this.#address(url, `The security scheme ${quoted(name)}`, this.#root);
    }
    if (api) this.#variables(api, operations);
  }

  #address(url: string, what: string, place: Place): void {
    const address = privateAddressOf(url);
    // A document of this computer that calls an API of this computer is one under development.
    if (address === undefined || (address === "loopback" && this.#isLocal)) return;
    const message = `${what} is at an address of this computer or its network: ${url}.`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#collector.add({ code: "private-host", message, place });
  }

  /** Arguments that the document itself sets; those of a route map are the user's. */
  #fixed({ key, extensions, place }: Operation): void {
    for (const extension of ["x-mcp", "x-speakeasy-mcp"]) {
      const settings = Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
      const { args } = isMap(settings) ? settings : {};
      if (!isMap(args) || this.#reported.has(args)) continue;
      this.#reported.add(args);
      for (const [name, setting] of Object.entries(args)) {
        if (!isMap(setting) || !Object.hasOwn(setting, "fix")) continue;
        const { fix } = setting;
        // An integer that a number can't hold is reported and not sent.
        if (Number.isInteger(fix) && !Number.isSafeInteger(fix)) continue;
        const value = quoted(typeof fix === "string" ? fix : (JSON.stringify(fix) ?? ""));
        const message = `${extension} of ${key} sends ${quoted(name)} as ${value}, which callers neither see nor change.`;
        this.#collector.add({ code: "fixed-by-document", message, place: below(place, extension) });
      }
    }
  }

  #variables(api: Api, operations: readonly Operation[]): void {
    // Of several servers, the first is used.
    const used = [api, ...operations].flatMap(({ servers: [first] = [] }) =>
      first ? filledIn(first) : [],
    );
    const hosts = [...new Set(used.map(hostOf))].slice(0, shownHosts);
    for (const scheme of Object.values(api.securitySchemes ?? {})) {
      const to = [...new Set([...hosts, ...urlsIn(scheme).map(hostOf)])].join(" and ");
      for (const variable of variablesOfScheme(scheme)) {
        const message = `${variable.name} (${variable.meaning}) goes to ${to || "the base URL that the user gives"}.`;
        this.#collector.add({ code: "wants-variable", message, place: this.#root });
      }
    }
    for (const { url, variables } of api.servers) {
      for (const [name, { env }] of Object.entries(variables ?? {})) {
        const message = `${env} becomes {${name}} of ${url}.`;
        this.#collector.add({ code: "wants-variable", message, place: this.#root });
      }
    }
  }
}

/** Hosts that one message names. */
const shownHosts = 5;

/** The URL that is used unless the user sets a variable. */
function filledIn({
  url,
  variables = {},
}: Pick<Server, "url"> & Partial<Pick<Server, "variables">>): string {
  return url.replace(/\{([^{}]*)\}/g, (written, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name]?.default ?? written) : written,
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** All URLs that a security scheme names. */
function urlsIn(scheme: SecurityScheme | ApiModel["securitySchemes"][string]): readonly string[] {
  const found: string[] = [];
  JSON.stringify(scheme, (key, value: unknown) => {
    if (typeof value === "string" && /url$/i.test(key)) found.push(value);
    return value;
  });
  return found;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
