/** A `fetch` that connects only to addresses that are allowed. */
import {
  classOfAddress,
  classOfHost,
  mayReach,
  type AddressClass,
  type Reach,
} from "./addresses.js";

type Fetch = typeof globalThis.fetch;
type Lookup = import("node:net").LookupFunction;
type Agent = import("node:http").Agent;

/** The host has an address that must not be called. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";

  constructor(host: string, address: AddressClass, reach: Reach) {
    const source = reach === "local" ? "a document" : `a document from a ${reach} address`;
    super(
      `${host} has a ${address} address, to which ${source} must not lead; to allow it, set the base URL or use --allow-internal`,
    );
  }
}

/**
 * Checks the address of each connection. In Node the address that is connected to is checked, so that a name can't lead
 * elsewhere after the check, and a kept connection has passed. Other runtimes do not tell addresses; there only what the
 * URL's host shows is checked.
 */
export class AddressGuard {
  readonly #reach: Reach;
  readonly #fetch: Fetch | undefined;
  /** By host name, the class of its latest addresses. */
  readonly #classes = new Map<string, AddressClass>();
  readonly #agents = new Map<string, Promise<Agent>>();
  #dispatcher: Promise<object | undefined> | undefined;

  /** @param fetch replaces the platform's; it looks names up itself */
  constructor(reach: Reach, fetch?: Fetch) {
    this.#reach = reach;
    this.#fetch = fetch;
  }

  /** @throws AddressRefused, which may be the `cause` of the platform's error */
  readonly fetch: Fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input;
    if (this.check(new URL(url).hostname) !== undefined || this.#fetch) {
      return (this.#fetch ?? globalThis.fetch)(input, init);
    }
    const dispatcher = await (this.#dispatcher ??= dispatcherWith(this.#lookup));
    return globalThis.fetch(input, dispatcher ? ({ ...init, dispatcher } as RequestInit) : init);
  };

  /** Returns what the host of a URL shows of its address. @throws AddressRefused */
  check(hostname: string): AddressClass | undefined {
    const shown = classOfHost(hostname);
    if (shown !== undefined && !mayReach(this.#reach, shown)) {
      throw new AddressRefused(hostname, shown, this.#reach);
    }
    return shown;
  }

  /** Returns the class of the addresses of a host that was called; `public` if the runtime does not tell. */
  classOf(hostname: string): AddressClass {
    return classOfHost(hostname) ?? this.#classes.get(hostname) ?? "public";
  }

  /** Returns the agent for requests of `node:http` and `node:https`, which share no connection with others. */
  agentFor(protocol: string): Promise<Agent> {
    let agent = this.#agents.get(protocol);
    if (!agent) this.#agents.set(protocol, (agent = this.#newAgent(protocol)));
    return agent;
  }

  async #newAgent(protocol: string): Promise<Agent> {
    const { Agent } = await (protocol === "https:" ? import("node:https") : import("node:http"));
    return new Agent({ keepAlive: true, lookup: await this.lookup() } as object);
  }

  /** Returns the lookup for connections of Node. */
  async lookup(): Promise<Lookup> {
    const { default: dns } = await import("node:dns");
    return this.lookupBy(dns);
  }

  /** Returns the lookup for connections of Node, for those who have loaded the module. */
  lookupBy(dns: typeof import("node:dns")): Lookup {
    return (hostname, options, callback) =>
      dns.lookup(hostname, options, (error, found, family) => {
        const refusal = error ?? this.#judge(hostname, found);
        callback(refusal, found as string, family);
      });
  }

  readonly #lookup = (): Promise<Lookup> => this.lookup();

  /** One refused address refuses all: which of them is connected to is not known yet. */
  #judge(hostname: string, found: unknown): AddressRefused | null {
    const addresses = [found].flat() as (string | { readonly address: string })[];
    const classes = addresses.map((each) =>
      classOfAddress(typeof each === "string" ? each : each.address),
    );
    const refused = classes.find((each) => !mayReach(this.#reach, each));
    if (refused) return new AddressRefused(hostname, refused, this.#reach);
    this.#classes.set(hostname, classes.find((each) => each !== "public") ?? "public");
    return null;
  }
}

interface DispatcherClass {
  new (options: { readonly connect: { readonly lookup: Lookup } }): object;
  readonly name: string;
}

/**
 * Returns a dispatcher for Node's `fetch` that looks names up as given. Node does not export the class, but shows an
 * instance. A dispatcher of the user's, such as a proxy, is left in place: it connects by rules of its own.
 */
async function dispatcherWith(lookup: () => Promise<Lookup>): Promise<object | undefined> {
  // Node creates the instance with the first of its classes for `fetch`.
  void globalThis.Headers;
  const shown = globalThis as unknown as Record<symbol, object | undefined>;
  const instance =
    shown[Symbol.for("undici.globalDispatcher.1")] ??
    shown[Symbol.for("undici.globalDispatcher.2")];
  const Agent = instance?.constructor as DispatcherClass | undefined;
  return Agent?.name === "Agent" ? new Agent({ connect: { lookup: await lookup() } }) : undefined;
}
