import { defined } from "../../protocol/defined.js";
import type { JsonObject } from "../../protocol/json.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import type { ClientOptions } from "../client-options.js";

/**
 * Returns the capabilities that a client declares in a revision: those that it has handlers for.
 *
 * @see MCP 2026-07-28 ClientCapabilities; 2025-11-25, Lifecycle, Capability Negotiation
 */
export function declaredCapabilities(options: ClientOptions, revision: Revision): JsonObject {
  const { roots, sampling, extensions } = options;
  return defined({
    roots: roots && (isModern(revision) ? {} : { listChanged: true }),
    sampling: sampling && samplingFeatures(options, revision),
    elicitation: revision < "2025-06-18" ? undefined : elicitationKinds(options, revision),
    extensions: isModern(revision) ? extensions : undefined,
  });
}

function samplingFeatures(
  { samplingFeatures: has }: ClientOptions,
  revision: Revision,
): JsonObject {
  if (revision < "2025-11-25") return {};
  return defined({ tools: has?.tools ? {} : undefined, context: has?.context ? {} : undefined });
}

function elicitationKinds(
  { elicitation }: ClientOptions,
  revision: Revision,
): JsonObject | undefined {
  if (elicitation === undefined) return undefined;
  const { form, url } =
    typeof elicitation === "function" ? { form: elicitation, url: elicitation } : elicitation;
  if (revision < "2025-11-25") return form && {};
  if (!form && !url) return undefined;
  return defined({ form: form ? {} : undefined, url: url ? {} : undefined });
}
