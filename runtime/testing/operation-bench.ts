import { defined } from "../protocol/defined.js";
import { deepStrictEqual } from "node:assert";
import type { JsonObject } from "../protocol/json.js";
import type { OpenApiServer } from "../server/openapi-server.js";
import { bytesOf, isList } from "./body-text.js";
import type { CaseOutcome, OperationCase } from "./operation-case.js";
import { expectedForm } from "./received-request.js";
import { TestClient } from "./test-client.js";
import type { TestUpstream } from "./test-upstream.js";

/** A call, and the API's response to it. */
export type PlannedCall = Pick<OperationCase, "tool" | "arguments" | "resource" | "answer">;

/** Runs cases against a server and an upstream of its own, one at a time. */
export class OperationBench {
  readonly #client: TestClient;
  readonly #upstream: TestUpstream;

  private constructor(client: TestClient, upstream: TestUpstream) {
    this.#client = client;
    this.#upstream = upstream;
  }

  /** @param server must call its API with the upstream's `fetch` */
  static async open(server: OpenApiServer, upstream: TestUpstream): Promise<OperationBench> {
    return new OperationBench(await TestClient.connect(server), upstream);
  }

  /** @param expected determines the form of the outcome; see `expectedForm` */
  async run(call: PlannedCall, expected?: OperationCase): Promise<CaseOutcome> {
    this.#upstream.plan(isList(call.answer) ? call.answer : [call.answer]);
    const result =
      call.resource === undefined
        ? await this.#client.request("tools/call", {
            name: call.tool,
            arguments: call.arguments ?? {},
          })
        : await this.#client.request("resources/read", { uri: call.resource });
    const questions = this.#client.takeQuestions();
    const wanted = expected === undefined ? [] : listed(expected.sends);
    return {
      ...defined({ asks: questions.length > 0 ? questions.join("\n") : undefined }),
      sends: this.#upstream.take().map((each, index) => expectedForm(each, wanted[index])),
      result,
    };
  }

  /** @throws AssertionError that shows the difference */
  async check(expected: OperationCase): Promise<void> {
    const { asks, sends, result } = expected;
    const wanted: CaseOutcome = {
      ...defined({ asks }),
      sends: listed(sends),
      result: typeof result === "string" ? wholeResult(result, expected) : result,
    };
    deepStrictEqual(await this.run(expected, expected), wanted);
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#upstream.close();
  }
}

/** Returns the result that a short form stands for. */
export function wholeResult(
  form: "text" | "structured" | "wrapped",
  { answer, resource }: Pick<OperationCase, "answer" | "resource">,
): JsonObject {
  const [first = { status: 200 }] = listed(answer);
  const text = bytesOf(first).toString("utf8");
  if (resource !== undefined) {
    return { contents: [{ uri: resource, mimeType: first.type, text }] };
  }
  const content = [{ type: "text", text }];
  if (form === "text") return { content };
  const { json } = first;
  return { content, structuredContent: form === "wrapped" ? { result: json } : json };
}

function listed<Item>(value: Item | readonly Item[]): readonly Item[] {
  return isList(value) ? value : [value];
}
