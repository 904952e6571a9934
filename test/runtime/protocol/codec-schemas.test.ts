/** Encoded values of each revision match its official schema. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  canElicit,
  canSample,
  encodeElicitParams,
  encodeSamplingParams,
} from "../../../runtime/protocol/codec/codec-requests.js";
import {
  encodeCompletion,
  encodeGetPromptResult,
  encodeReadResult,
} from "../../../runtime/protocol/codec/codec-results.js";
import { ResultWriter } from "../../../runtime/protocol/codec/codec-writer.js";
import {
  encodeCallResult,
  encodeImplementation,
  encodeLogMessage,
  encodeProgress,
  encodePrompt,
  encodeResource,
  encodeResourceUpdated,
  encodeServerCapabilities,
  encodeTemplate,
  encodeTool,
} from "../../../runtime/protocol/codec/codec.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { revisions } from "../../../runtime/protocol/revisions.js";
import { check, checkMessage } from "../../support/wire/check.js";
import {
  _meta,
  server,
  tool,
  resource,
  template,
  prompt,
  blocks,
  capabilities,
  form,
  manyOf,
  visit,
  talk,
  toolTalk,
  cache,
  sent,
} from "./codec-fixtures.js";

for (const revision of revisions) {
  describe(revision, () => {
    const fits = (value: unknown, definition: string): void =>
      check(revision, "server", sent(value), definition);
    const result = (value: JsonObject, method: string, cached = false): void => {
      const text = new ResultWriter(server).write(value, revision, cached ? { cache } : undefined);
      const message = { jsonrpc: "2.0", id: 1, result: JSON.parse(text) as unknown };
      checkMessage(revision, "server", message, { method });
    };

    test("listed items have the revision's members and no others", () => {
      fits(encodeImplementation(server, revision), "Implementation");
      fits(encodeTool(tool, revision), "Tool");
      fits(encodeTool({ name: "t", inputSchema: { type: "object" } }, revision), "Tool");
      fits(encodeResource(resource, revision), "Resource");
      fits(encodeTemplate(template, revision), "ResourceTemplate");
      fits(encodePrompt(prompt, revision), "Prompt");
      fits(encodePrompt({ name: "p" }, revision), "Prompt");
      fits(encodeServerCapabilities(capabilities, revision), "ServerCapabilities");
      result({ tools: [sent(encodeTool(tool, revision))] }, "tools/list", true);
      result({ resources: [sent(encodeResource(resource, revision))] }, "resources/list", true);
      result({ prompts: [sent(encodePrompt(prompt, revision))] }, "prompts/list", true);
    });

    test("results have the revision's members and no others", () => {
      for (const structuredContent of [undefined, { a: 1 }, [1], "x", 1.5, null]) {
        const call = { content: blocks, structuredContent, isError: false, _meta };
        result(encodeCallResult(call, revision), "tools/call");
      }
      const contents = [
        { uri: "zoo://n", text: "x", _meta },
        { uri: "zoo://n", blob: "AAAA" },
      ];
      result(encodeReadResult({ contents, _meta }, revision), "resources/read", true);
      const messages = blocks.map((content) => ({ role: "user" as const, content }));
      const got = encodeGetPromptResult({ description: "D", messages, _meta }, revision);
      result(got, "prompts/get");
      result(encodeCompletion({ values: ["a"], total: 1, hasMore: false }), "completion/complete");
    });

    test("notifications have the revision's members and no others", () => {
      const notify = (method: string, params: JsonObject): void =>
        checkMessage(revision, "server", sent({ jsonrpc: "2.0", method, params }));
      const progress = { progressToken: "t", progress: 1, total: 2, message: "m" };
      notify("notifications/progress", encodeProgress(progress, revision));
      notify("notifications/message", encodeLogMessage("info", undefined));
      notify("notifications/message", encodeLogMessage("info", { a: 1.5 }, "zoo"));
      notify("notifications/resources/updated", encodeResourceUpdated("zoo://n"));
    });

    test("requests to the client have the revision's members, or can't be made", () => {
      const ask = (method: string, params: JsonObject): void => {
        const message = sent({ jsonrpc: "2.0", id: 1, method, params });
        if (revision !== "2026-07-28") return checkMessage(revision, "server", message);
        const asked = { resultType: "input_required", inputRequests: { q: { method, params } } };
        check(revision, "server", sent(asked), "InputRequiredResult");
      };
      for (const [params, since] of [
        [form, "2025-06-18"],
        [manyOf, "2025-11-25"],
        [visit, "2025-11-25"],
      ] as const) {
        assert.equal(canElicit(params, revision), revision >= since);
        if (revision >= since) ask("elicitation/create", encodeElicitParams(params, revision));
      }
      for (const [params, since] of [
        [talk, "2024-11-05"],
        [toolTalk, "2025-11-25"],
      ] as const) {
        assert.equal(canSample(params, revision), revision >= since);
        if (revision >= since)
          ask("sampling/createMessage", encodeSamplingParams(params, revision));
      }
    });
  });
}
