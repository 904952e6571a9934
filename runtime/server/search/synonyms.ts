/** Words of users beside the words of APIs. */
import { stemOf } from "./words.js";

/** Abbreviations, by the words that they stand for. */
const abbreviations: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pr: "pull request",
    mr: "merge request",
    cm: "config map",
    pv: "persistent volume",
    pvc: "persistent volume claim",
    crd: "custom resource definition",
    hpa: "horizontal pod autoscaler",
    csr: "certificate signing request",
    k8s: "kubernetes",
    ns: "namespace",
    ci: "workflow",
    sso: "single sign on",
    lb: "load balancer",
    fw: "firewall",
  }).map(([short, long]) => [short, long.split(" ")]),
);

/** Words for the same thing. Two words joined by a hyphen are one after the other. */
const equals: readonly string[] = [
  "repo repository",
  "org organization",
  "config configuration",
  "info information",
  "db database",
  "env environment",
  "msg message",
  "email mail",
  "app application",
  "auth authentication",
  "admin administrator",
  "picture photo image avatar",
  "folder directory",
  "login sign-in",
  "logout sign-out",
  "idp identity-provider",
  "mfa factor",
  "person people",
  "invite invitation",
  "subscribe subscription",
  "verify verification",
  "approve approval",
  "register registration",
  "notify notification",
  "cancel cancellation",
  "pay payment",
  "renew renewal",
  "evict eviction",
  "bind binding",
  "exec execute",
  "webhook hook",
  "enable activate",
  "disable deactivate",
  "transfer send-money",
  "log logging",
];

/** A word of users, and then words that APIs may have in its place, the nearest first. */
const related: readonly string[] = [
  "email message send",
  "mail message",
  "inbox mail-folder mailbox mail",
  "config setting",
  "info detail",
  "setting configuration option",
  "auth authorization",
  "mfa authenticator authentication",
  "account user",
  "administrator role permission",
  "file item drive content document blob",
  "meeting event appointment",
  "appointment event",
  "phone telephone",
  "sms message",
  "text message",
  "command exec",
  "download content",
  "upload content",
  "script code",
  "login session authentication",
  "signin session authentication",
  "signout session",
  "approve review",
  "register create",
  "run exec execute dispatch trigger",
  "trigger dispatch",
  "deploy upload release",
  "clear purge",
  "empty purge clear",
  "flush purge",
  "block access-rule ban",
  "ban block",
  "money transfer payout payment",
  "discount coupon",
  "value key-value",
  "member user",
  "person user",
  "teammate member",
  "employee user",
  "customer client",
  "client customer",
  "replica scale",
  "colleague user",
  "guest invitation",
  "secret credential password",
  "license sku",
  "tenant organization",
  "token key",
  "log audit event",
  "bill invoice",
  "website site zone",
  "domain zone",
  "branch ref",
  "avatar icon logo",
  "bug issue",
  "ticket issue",
  "container pod",
  "reboot restart",
  "restart reboot rerun retry",
  "rerun retry restart",
  "undo revert restore rollback",
  "lock block suspend",
  "kill delete terminate",
  "stop cancel pause",
];

const sameness = 0.92;
const relatedness = 0.82;

/** A word in place of another. */
export interface Synonym {
  readonly stem: string;
  /** How well it says the same, from 0 to 1. */
  readonly factor: number;
}

const synonyms: ReadonlyMap<string, readonly Synonym[]> = tableOf();

/** Returns words for what a word says, all by their stems. */
export function synonymsOf(stem: string): readonly Synonym[] {
  return synonyms.get(stem) ?? [];
}

function tableOf(): ReadonlyMap<string, readonly Synonym[]> {
  const table = new Map<string, Map<string, number>>();
  const add = (from: string, to: string, factor: number): void => {
    const known = table.get(from) ?? new Map<string, number>();
    table.set(from, known);
    if (from !== to && !known.has(to)) known.set(to, factor);
  };
  for (const group of equals) {
    const stems = group.split(" ").map(stemOfPhrase);
    for (const from of stems) for (const to of stems) add(from, to, sameness);
  }
  for (const group of related) {
    const [from = "", ...stems] = group.split(" ").map(stemOfPhrase);
    stems.forEach((to, at) => add(from, to, relatedness - 0.05 * at));
  }
  return new Map(
    Array.from(table, ([from, known]) => [
      from,
      Array.from(known, ([stem, factor]) => ({ stem, factor })),
    ]),
  );
}

/** Stem of a word, or of two words as the index joins them. */
function stemOfPhrase(phrase: string): string {
  return stemOf(phrase.replace("-", ""));
}

/** Returns the words that an abbreviation stands for, or its plural. */
export function longFormOf(word: string): readonly string[] | undefined {
  const long = abbreviations.get(word);
  if (long || !word.endsWith("s")) return long;
  const one = abbreviations.get(word.slice(0, -1));
  return one?.map((each, at) => (at === one.length - 1 ? `${each}s` : each));
}
