import { encodeServerCapabilities, type ServerCapabilities } from "../../protocol/codec/codec.js";
import { latestRevision, type Revision } from "../../protocol/revisions.js";
import { partsOf } from "../create-server.js";
import { capabilitiesOf as allCapabilitiesOf } from "../methods/capabilities.js";
import { serviceOf, type Servable } from "./servable.js";

/**
 * Returns what a server declares to a client of a revision that has a session, or since 2026-07-28 to any: what it has handlers
 * for now. A proxy knows what its remote server has once it is started.
 *
 * @see MCP 2026-07-28, Discovery
 */
export function capabilitiesOf(
  server: Servable,
  protocolVersion: Revision = latestRevision,
): ServerCapabilities {
  const { registry, options, service } = partsOf(serviceOf(server));
  const all = allCapabilitiesOf({ registry, options, mounts: service.mounts }, true, false);
  return encodeServerCapabilities(all, protocolVersion) as ServerCapabilities;
}
