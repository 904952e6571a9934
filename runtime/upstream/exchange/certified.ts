import { ToolError } from "../../protocol/tool-error.js";
import type { Credentials } from "../request/credentials.js";
import type { PlacedRequest } from "../request/request.js";
import type { SentRequest } from "./sender.js";

/** Adds the client certificate. @throws ToolError when the URL is not https */
export function certified(request: PlacedRequest, { certificate }: Credentials): SentRequest {
  if (!certificate) return request;
  if (request.origin.startsWith("https:")) return { ...request, certificate };
  throw new ToolError(
    `A client certificate can only be sent to an https URL, not to ${request.origin}.`,
  );
}
