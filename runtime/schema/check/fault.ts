import type { JsonObject } from "../../protocol/json.js";
import type { Node } from "./node-model.js";
import type { Fault } from "./run.js";

/** What a keyword of a schema has against a value. Its path is made when it is reported. */
export class KeywordFault implements Fault {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly #node: Node;
  #schemaPath: string | undefined;

  constructor(
    node: Node,
    keyword: string,
    params: Readonly<Record<string, unknown>>,
    message: string,
  ) {
    this.#node = node;
    this.keyword = keyword;
    this.params = params;
    this.message = message;
  }

  get schemaPath(): string {
    return (this.#schemaPath ??= `${this.#node.place}/${this.keyword}`);
  }

  get schema(): unknown {
    return this.#node.keywords?.[this.keyword];
  }

  get parentSchema(): JsonObject | undefined {
    return this.#node.keywords;
  }
}

/** A value where the schema is `false`. */
export class FalseFault extends KeywordFault {
  constructor(node: Node) {
    super(node, "false schema", {}, "boolean schema is false");
  }

  override get schema(): unknown {
    return false;
  }
}
