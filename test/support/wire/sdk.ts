/** Puts the wire check between the official SDK's client and its transport. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { latestLegacyRevision } from "../../../runtime/protocol/revisions.js";
import { WireConversation } from "./conversation.js";

/**
 * Wraps a transport and checks its messages. A wrong message is reported to `onproblem` and still delivered, because
 * the SDK would hide an error thrown here.
 */
export function checkedTransport(
  transport: Transport,
  onproblem: (error: Error) => void,
): Transport {
  const conversation = new WireConversation(latestLegacyRevision);
  const check = (what: () => void): void => {
    try {
      what();
    } catch (error) {
      onproblem(error as Error);
    }
  };
  const checked: Transport = {
    async start() {
      transport.onmessage = (message, extra) => {
        check(() => conversation.server(message));
        checked.onmessage?.(message, extra);
      };
      transport.onclose = () => checked.onclose?.();
      transport.onerror = (error) => checked.onerror?.(error);
      await transport.start();
    },
    send(message, options) {
      check(() => conversation.client(JSON.parse(JSON.stringify(message))));
      return transport.send(message, options);
    },
    close: () => transport.close(),
  };
  return checked;
}
