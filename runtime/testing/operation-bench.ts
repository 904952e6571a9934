import { defined } from "../protocol/defined.js";
import { deepStrictEqual } from "node:assert";
import type { JsonObject } from "../protocol/json.js";
import type { McpClient } from "../client/client.js";
import { connectMemory } from "../compose/connect-memory.js";
import { latestLegacyRevision } from "../protocol/revisions.js";
import type { OpenApiServer } from "../server/openapi-server.js";
import { serviceOf } from "../server/serve/servable.js";
import { bytesOf, isList } from "./body-text.js";
import type { CaseOutcome, OperationCase } from "./operation-case.js";
import { plainRequest } from "./plain-request.js";
import { expectedForm } from "./received-request.js";
import type { TestUpstream } from "./test-upstream.js";

/** A call, and the API's response to it. */
export type PlannedCall = Pick<OperationCase, "tool" | "arguments" | "resource" | "answer">;

/** Runs cases against a server and an upstream of its own, one at a time. */
export class OperationBench {
  readonly #server: OpenApiServer;
  readonly #client: McpClient;
  readonly #upstream: TestUpstream;
  /** What the user was asked since the last call. */
  readonly #questions: string[];

  private constructor(
    server: OpenApiServer,
    client: McpClient,
    upstream: TestUpstream,
    questions: string[],
  ) {
    this.#server = server;
    this.#client = client;
    this.#upstream = upstream;
    this.#questions = questions;
  }

  /** @param server must call its API with the upstream's `fetch` */
  static async open(server: OpenApiServer, upstream: TestUpstream): Promise<OperationBench> {
    const questions: string[] = [];
    const client = await connectMemory(server, {
      protocolVersion: latestLegacyRevision,
      elicitation: {
        form: ({ message }) => {
          questions.push(message);
          return { action: "accept", content: {} };
        },
      },
    });
    return new OperationBench(server, client, upstream, questions);
  }

  /** @param expected determines the form of the outcome; see `expectedForm` */
  async run(call: PlannedCall, expected?: OperationCase): Promise<CaseOutcome> {
    this.#upstream.plan(isList(call.answer) ? call.answer : [call.answer]);
    const result =
      call.resource === undefined
        ? await plainRequest(this.#client, "tools/call", {
            name: call.tool,
            arguments: call.arguments ?? {},
          })
        : await plainRequest(this.#client, "resources/read", { uri: call.resource });
    const questions = this.#questions.splice(0);
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
    await serviceOf(this.#server).close();
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
