import type { JsonObject } from "../../protocol/json.js";
import { logLevels } from "../../protocol/model.js";
import { encodeQuestion } from "../../server/client-input/encode-question.js";
import { logMessage } from "../../session/log-message.js";
import type { Session } from "../../session/session.js";
import type { OpenCall } from "./open-calls.js";

/** Reaches the client of a session while it makes no call. */
export function sessionCall(session: Session): OpenCall {
  const push = (text: string): boolean => session.push(text);
  return {
    log({ level, data, logger }) {
      if (logLevels.indexOf(level) < logLevels.indexOf(session.facts.logLevel)) return;
      push(logMessage(level, data, logger));
    },
    async ask(question) {
      const params = "params" in question ? (question.params as unknown as JsonObject) : {};
      const encoded = encodeQuestion(question.method, params, session.protocolVersion);
      const result = await session.outgoing.send(question.method, encoded, { send: push });
      return question.method === "roots/list" ? result["roots"] : result;
    },
  };
}
