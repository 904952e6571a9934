/** What operations do, and the words that users have for it. */

/** What an operation does to its resource. `clear` deletes a whole collection. */
export type Action = "list" | "read" | "create" | "set" | "update" | "delete" | "clear" | "act";

/** What a question asks for: each action with how well it fits, from 0 to 1. */
export type Wish = Readonly<Partial<Record<Action, number>>>;

const list: Wish = { list: 1, read: 0.5, act: 0.1 };
const read: Wish = { read: 1, list: 0.8, act: 0.1 };
const search: Wish = { list: 1, read: 0.7, act: 0.5 };
const create: Wish = { create: 1, set: 0.6, act: 0.6, update: 0.2 };
const add: Wish = { create: 1, set: 0.9, act: 0.7, update: 0.4 };
const update: Wish = { update: 1, set: 0.9, act: 0.6, create: 0.3 };
const remove: Wish = { delete: 1, clear: 0.8, act: 0.7, update: 0.2 };
const act: Wish = { act: 1, create: 0.8, update: 0.7, set: 0.8, delete: 0.4, clear: 0.3 };
const fetch: Wish = { read: 1, list: 0.8, act: 0.3 };
const enable: Wish = { update: 1, set: 1, act: 1, create: 0.8 };
const disable: Wish = { update: 0.9, set: 0.8, act: 1, delete: 0.9, clear: 0.8 };

/** Verbs that say no more than the action, by it. */
const plainVerbs: ReadonlyMap<string, Wish> = verbs([
  [list, "list enumerate browse"],
  [read, "get show read fetch retrieve view see look display describe check give tell inspect"],
  [search, "find"],
  [create, "create make new build"],
  [add, "add put"],
  [update, "update edit change modify replace patch adjust configure alter set rename"],
  [remove, "delete remove destroy drop erase"],
]);

/** Verbs that say more than the action. */
const tellingVerbs: ReadonlyMap<string, Wish> = verbs([
  [search, "search query lookup filter"],
  [list, "count"],
  [create, "post send write submit start launch order issue request schedule upload deploy"],
  [create, "generate insert open register"],
  [add, "invite assign enroll subscribe follow star bind link grant install join block pin"],
  [add, "attach append include"],
  [update, "move mark close reopen resize scale customize"],
  [remove, "revoke cancel unassign detach uninstall unenroll unfollow unsubscribe unlink leave"],
  [remove, "unstar unblock unpin unlock clear signout"],
  [fetch, "download export preview compare watch"],
  [enable, "enable activate"],
  [disable, "disable deactivate"],
]);

/** Verbs of two words, by the word that says the same. */
const phrasalVerbs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "turn on": "enable",
    "switch on": "enable",
    "turn off": "disable",
    "switch off": "disable",
    "set up": "create",
    "look up": "get",
    "look for": "find",
    "search for": "search",
    "roll back": "rollback",
    "sign out": "signout",
    "log out": "signout",
    "shut down": "shutdown",
    "take away": "remove",
  }),
);

/** Returns one word for a verb and its second half: "turn on". */
export function phrasalVerb(verb: string, particle: string): string | undefined {
  return phrasalVerbs.get(`${verb} ${particle}`);
}

/** Words that begin a question for something to be read. */
const questionWords: ReadonlySet<string> = new Set(
  "what which who whose where when how".split(" "),
);

function verbs(rows: readonly (readonly [Wish, string])[]): ReadonlyMap<string, Wish> {
  return new Map(rows.flatMap(([wish, words]) => words.split(" ").map((word) => [word, wish])));
}

/** A verb at the beginning of a question. */
export interface Verb {
  readonly wish: Wish;
  /** The verb says no more than the wish. */
  readonly isPlain: boolean;
}

/** Returns what the first word of a question asks for; of an unknown word, that something is done. */
export function verbOf(word: string): Verb {
  const plain = plainVerbs.get(word) ?? (questionWords.has(word) ? read : undefined);
  if (plain) return { wish: plain, isPlain: true };
  return { wish: tellingVerbs.get(word) ?? act, isPlain: false };
}

/** Whether a word is a verb that users begin questions with. */
export function isVerb(word: string): boolean {
  return plainVerbs.has(word) || tellingVerbs.has(word) || questionWords.has(word);
}

/** Whether a word says no more than what an operation does. */
export function isPlainVerb(word: string): boolean {
  return plainVerbs.has(word);
}

/** First words of summaries, which say what an operation does where its method does not. */
const labelled: ReadonlyMap<string, Action> = new Map([
  ...words("list", "list lists enumerate search searches find query"),
  ...words("read", "get gets retrieve retrieves fetch read reads show describe download"),
  ...words("create", "create creates add adds"),
  ...words("update", "update updates edit modify change patch replace rename set"),
  ...words("delete", "delete deletes remove removes revoke"),
]);

function words(action: Action, text: string): [string, Action][] {
  return text.split(" ").map((word) => [word, action]);
}

/** Returns what the first word of a summary or of a name says that is done. */
export function actionOfVerb(word: string | undefined): Action | undefined {
  return word === undefined ? undefined : labelled.get(word);
}

/** How a path ends. */
export interface PathEnd {
  /** It ends in a parameter. */
  readonly isItem: boolean;
  /** Its last literal segment is a plural. */
  readonly isPlural: boolean;
  /** What this segment says that is done. */
  readonly action: Action | undefined;
}

/**
 * Returns what an operation does: by its method and path, and by the first word of its summary if that says otherwise.
 *
 * @see RFC 9110 section 9.3
 */
export function actionsOf(
  method: string,
  end: PathEnd,
  firstWord: string | undefined,
): readonly Action[] {
  const meant = actionOf(method, end);
  const said = actionOfVerb(firstWord);
  return said === undefined || said === meant ? only[meant] : [meant, said];
}

/** Shared by operations, of which there are thousands. */
const only: Readonly<Record<Action, readonly Action[]>> = {
  list: ["list"],
  read: ["read"],
  create: ["create"],
  set: ["set"],
  update: ["update"],
  delete: ["delete"],
  clear: ["clear"],
  act: ["act"],
};

function actionOf(method: string, { isItem, isPlural, action }: PathEnd): Action {
  switch (method) {
    case "GET":
    case "HEAD":
    case "QUERY":
      return !isItem && isPlural ? "list" : "read";
    case "PUT":
      return "set";
    case "PATCH":
      return "update";
    case "DELETE":
      return !isItem && isPlural ? "clear" : "delete";
    default:
      if (isItem) return "update";
      return action ?? (isPlural ? "create" : "act");
  }
}
