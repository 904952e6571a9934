import type { ContractChange, Impact } from "./change.js";
import type { Destination, DestinationUse } from "./destinations.js";

/** Returns what is different in where requests and credentials go; nothing if that is not known of the former server. */
export function compareDestinations(
  before: readonly Destination[] | undefined,
  now: readonly Destination[] | undefined,
): readonly ContractChange[] {
  if (!before || !now) return [];
  const slots = new Map<string, Slot>();
  const slotOf = ({ use, credential = "" }: Destination): Slot => {
    const key = `${use} ${credential}`;
    const slot = slots.get(key) ?? { use, credential, gone: [], added: [] };
    slots.set(key, slot);
    return slot;
  };
  for (const one of missingIn(before, now)) slotOf(one).gone.push(one.to);
  for (const one of missingIn(now, before)) slotOf(one).added.push(one.to);
  const isKnown = knownAddresses(before, now);
  return [...slots.values()].flatMap((slot) =>
    changesOf(slot, (to) => !isKnown(slot, to)).filter(({ now: to = "" }) => {
      // That a server is new says enough of the credentials that it gets, and of whether it was named before.
      if (slot.use === "alternative") return !before.some((one) => one.to === to);
      if (slot.use !== "operations" || slot.credential === "") return true;
      return before.some((one) => one.use === "operations" && one.to === to);
    }),
  );
}

/** The destinations of one use and credential that are not the same on both sides. */
interface Slot {
  readonly use: DestinationUse;
  readonly credential: string;
  readonly gone: string[];
  readonly added: string[];
}

function missingIn(
  some: readonly Destination[],
  others: readonly Destination[],
): readonly Destination[] {
  return some.filter(
    ({ use, to, credential }) =>
      !others.some(
        (other) => other.use === use && other.to === to && other.credential === credential,
      ),
  );
}

/** Returns whether what goes to an address went to the same host before, or what it is has never gone anywhere. */
function knownAddresses(
  before: readonly Destination[],
  now: readonly Destination[],
): (slot: Slot, to: string) => boolean {
  const base = (side: readonly Destination[]): string | undefined =>
    side.find(({ use }) => use === "server")?.to;
  const [formerBase, currentBase] = [base(before), base(now)];
  return ({ use, credential }, to) => {
    if (use === "alternative" || use === "credential") return true;
    const host = hostOf(to, currentBase);
    const hosts = before
      .filter((one) => isSameGroup(one, use, credential))
      .map((one) => hostOf(one.to, formerBase))
      .filter((one) => one !== undefined);
    if (host === undefined || hosts.length === 0) return true;
    // A server that is called over TLS from now on is no other one.
    return hosts.includes(host) || hosts.includes(host.replace(/^https:/, "http:"));
  };
}

/** Whether a former destination gets what the new one would get. */
function isSameGroup(former: Destination, use: DestinationUse, credential: string): boolean {
  if (use === "server") return former.use === "server";
  if (use === "operations") {
    if (former.use === "server") return true;
    return former.use === "operations" && (former.credential ?? "") === credential;
  }
  const isEndpoint = former.use !== "credential" && former.use !== "operations";
  return isEndpoint && former.credential === credential;
}

/** Returns the scheme, host and port of an address; undefined if it has none because it is relative to the document. */
function hostOf(to: string, base: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to)) {
    return URL.canParse(to) ? new URL(to).origin : /^[^/]*\/\/[^/]*/.exec(to)?.[0];
  }
  if (to.startsWith("{")) return to.split("/", 1)[0];
  return base !== undefined && base !== to ? hostOf(base, undefined) : undefined;
}

function changesOf(slot: Slot, isElsewhere: (to: string) => boolean): readonly ContractChange[] {
  const { gone, added, use } = slot;
  const change = (impact: Impact, message: string, to?: string): ContractChange => ({
    impact,
    kind: "destination",
    operation: "",
    name: "(server)",
    ...(to !== undefined && { now: to }),
    ...(to !== undefined && isElsewhere(to) && { elsewhere: true }),
    message,
  });
  const { subject, verb } = wordsOf(slot);
  const [former, to] = [gone[0], added[0]];
  if (gone.length === 1 && added.length === 1) {
    const impact = use === "alternative" ? "compatible" : "breaking";
    return [change(impact, `${subject} ${verb} ${to} now (before: ${former})`, to)];
  }
  const isBreaking = use === "operations" || use === "credential";
  return [
    ...gone.map((one) =>
      change(
        use === "alternative" ? "compatible" : "breaking",
        `${subject} no longer ${verb} ${one}`,
      ),
    ),
    ...added.map((one) =>
      change(isBreaking ? "breaking" : "compatible", `${subject} ${verb} ${one} now`, one),
    ),
  ];
}

interface Words {
  readonly subject: string;
  readonly verb: string;
}

function wordsOf({ use, credential }: Slot): Words {
  switch (use) {
    case "server":
      return { subject: "requests", verb: "go to" };
    case "alternative":
      return { subject: "the servers that are not used", verb: "include" };
    case "operations":
      return credential === ""
        ? { subject: "requests of some operations", verb: "go to" }
        : { subject: `requests with the credential ${credential}`, verb: "go to" };
    case "credential":
      return { subject: `calls with the credential ${credential}`, verb: "send it as" };
    case "token":
    case "authorization":
    case "refresh":
      return { subject: `logins with ${credential}`, verb: `use the ${use} endpoint` };
    case "metadata":
      return { subject: `logins with ${credential}`, verb: "find their endpoints at" };
  }
}
