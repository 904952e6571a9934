import { AddressRefused } from "../contract/address-guard.js";
import { networkErrorText } from "../contract/network-errors.js";

/** Describes the failure of a request in a few words, without anything that was sent. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  if (error.name === "TimeoutError") return "no answer in time";
  if (error instanceof SyntaxError) return "the response is not JSON";
  const { cause } = error;
  if (cause instanceof Response) return `status ${cause.status}`;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string")
    return networkErrorText(cause.code);
  if (cause instanceof AddressRefused) return cause.message;
  return error.message;
}
