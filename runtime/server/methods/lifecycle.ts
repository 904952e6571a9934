import { encodeImplementation, encodeServerCapabilities } from "../../protocol/codec/codec.js";
import { modernRevisions, type Revision } from "../../protocol/revisions.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { ownerOf } from "../../session/owner.js";
import { capabilitiesOf } from "./capabilities.js";
import { listCache } from "../registry/list-results.js";
import type { Methods, ServerCore } from "./method.js";

/** `initialize`, `ping` and `server/discover`. */
export function lifecycleMethods(core: ServerCore): Methods {
  const capabilities = (revision: Revision, hasSession: boolean, listsTasks: boolean) =>
    encodeServerCapabilities(capabilitiesOf(core, hasSession, listsTasks), revision);
  return [
    [
      "initialize",
      {
        eras: "legacy",
        names: "nothing",
        /** @see MCP 2025-11-25, Lifecycle, Initialization */
        handle: (request: IncomingRequest) => {
          const { protocolVersion, session } = request;
          const listsTasks = ownerOf(request.caller, session?.id) !== undefined;
          return JSON.stringify({
            protocolVersion,
            capabilities: capabilities(protocolVersion, session !== undefined, listsTasks),
            serverInfo: encodeImplementation(core.info, protocolVersion),
            instructions: core.instructions,
          });
        },
      },
    ],
    /** @see MCP 2025-11-25, Ping */
    ["ping", { eras: "legacy", names: "nothing", handle: () => "{}" }],
    [
      "server/discover",
      {
        eras: "modern",
        names: "nothing",
        /** @see MCP 2026-07-28, Discovery */
        handle: ({ protocolVersion }: IncomingRequest) =>
          core.results.write(
            {
              supportedVersions: modernRevisions,
              capabilities: capabilities(protocolVersion, true, false),
              instructions: core.instructions,
            },
            protocolVersion,
            { cache: core.options.cache?.["server/discover"] ?? listCache },
          ),
      },
    ],
  ];
}
