/** The inputs that a VS Code configuration declares, and their answers. */
import type { ConfigDocument, Placed } from "./config-document.js";
import type { ConfigInput, ReadServersOptions } from "./config-model.js";
import { booleanOf, itemsOf, stringOf } from "./config-values.js";

const known = ["id", "type", "description", "default", "password", "options"];
const types = ["promptString", "pickString"];

interface DeclaredInput {
  readonly input: ConfigInput;
  readonly at: Placed;
}

export class ConfigInputs {
  readonly #document: ConfigDocument;
  readonly #ask: ReadServersOptions["input"];
  readonly #declared = new Map<string, DeclaredInput>();
  readonly #answers = new Map<string, string | undefined>();

  constructor(
    document: ConfigDocument,
    list: Placed | undefined,
    ask: ReadServersOptions["input"],
  ) {
    this.#document = document;
    this.#ask = ask;
    for (const at of (list && itemsOf(document, list)) ?? []) this.#declare(at);
  }

  /** Returns the answer to an input, which is asked for once. A problem, and undefined, if there is none. */
  async answer(id: string, at: Placed): Promise<string | undefined> {
    const declared = this.#declared.get(id);
    if (!declared) {
      this.#document.problem(at, `The file declares no input "${id}".`);
      return undefined;
    }
    if (!this.#answers.has(id)) this.#answers.set(id, await this.#ask?.(declared.input));
    const { input } = declared;
    const answer = this.#answers.get(id) ?? (this.#ask ? undefined : input.default);
    if (answer === undefined) {
      const why = this.#ask ? "was not given" : "can't be asked for: give readServers an `input`";
      this.#document.problem(at, `The input "${id}" ${why}.`);
    } else if (
      input.type === "pickString" &&
      !input.options.some(({ value }) => value === answer)
    ) {
      this.#document.problem(at, `The input "${id}" is none of its options.`);
    }
    return answer;
  }

  #declare(at: Placed): void {
    const document = this.#document;
    const members = document.members(at, "An input");
    document.refuseUnknown(members, known, "An input");
    const id = stringOf(document, members.get("id"));
    const type = stringOf(document, members.get("type"));
    if (id === undefined || type === undefined) {
      if (!members.has("id")) document.problem(at, 'An input needs an "id".');
      if (!members.has("type")) document.problem(at, 'An input needs a "type".');
      return;
    }
    if (!types.includes(type)) {
      const message = `The type of an input must be "promptString" or "pickString".`;
      document.problem(members.get("type")!, message);
      return;
    }
    if (this.#declared.has(id)) document.problem(at, `The input "${id}" is there twice.`);
    const options = members.get("options");
    if (type === "pickString" && !options) document.problem(at, 'A pickString needs "options".');
    const input: ConfigInput = {
      id,
      type: type as ConfigInput["type"],
      description: stringOf(document, members.get("description")),
      default: stringOf(document, members.get("default")),
      password: booleanOf(document, members.get("password")) ?? false,
      options: options ? this.#options(options) : [],
    };
    this.#declared.set(id, { input, at });
  }

  #options(list: Placed): ConfigInput["options"] {
    const document = this.#document;
    return (itemsOf(document, list) ?? []).flatMap((item) => {
      if (item.node.type === "string") {
        const text = item.node.value as string;
        return [{ label: text, value: text }];
      }
      const members = document.members(item, "An option");
      document.refuseUnknown(members, ["label", "value"], "An option");
      const value = stringOf(document, members.get("value"));
      if (value === undefined) return [];
      return [{ label: stringOf(document, members.get("label")) ?? value, value }];
    });
  }
}
