/** Calls a handler in rounds, with requests to the client and their answers. */
import assert from "node:assert/strict";
import type { ElicitFormParams, SamplingParams, CallContext } from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { LazySealer } from "../../../runtime/server/client-input/lazy-sealer.js";
import { runRounds } from "../../../runtime/server/client-input/rounds.js";
import type { InputRequiredResult } from "../../../runtime/server/client-input/rounds-model.js";
import { IncomingRequest } from "../../../runtime/session/incoming-request.js";

export const everything = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
};

export const name: ElicitFormParams = {
  message: "Your name?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  },
};

export const greeting: SamplingParams = {
  messages: [{ role: "user", content: { type: "text", text: "Greet!" } }],
  maxTokens: 10,
};

export const answers = {
  named: { action: "accept", content: { name: "Ann" } },
  greeted: { role: "assistant", content: { type: "text", text: "Hi" }, model: "m" },
  folders: { roots: [{ uri: "file:///home" }] },
};

export type Handler = (ctx: CallContext) => unknown;

/** A server with one handler, and a client that calls it. */
export class Call {
  readonly sealer: LazySealer = new LazySealer();
  readonly #handler: Handler;
  args: JsonObject = { what: "tea" };
  subject = "ann";
  maxRounds = 16;
  capabilities: JsonObject = everything;

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  async run(params: JsonObject = {}) {
    const request = new IncomingRequest({
      id: 1,
      method: "tools/call",
      params,
      protocolVersion: "2026-07-28",
      envelope: { protocolVersion: "2026-07-28", clientCapabilities: this.capabilities },
      caller: { subject: this.subject, scopes: [], claims: {} },
    });
    const binding = { method: "tools/call", name: "t", args: this.args };
    const { sealer, maxRounds } = this;
    return runRounds(request, binding, { sealer, maxRounds }, this.#handler);
  }

  async done(params?: JsonObject): Promise<unknown> {
    const outcome = await this.run(params);
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    return (outcome as { value: unknown }).value;
  }

  /** Runs the call and returns its result, which requires input. */
  async asked(params?: JsonObject): Promise<Required<InputRequiredResult>> {
    const outcome = await this.run(params);
    assert.equal(outcome.kind, "input_required", JSON.stringify(outcome));
    return (outcome as { result: Required<InputRequiredResult> }).result;
  }
}
