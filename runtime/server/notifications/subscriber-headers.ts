import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Session } from "../../session/session.js";

/** What a subscriber of guarded resources has sent beside his token, for the guards of later updates. */
export const subscriberHeaders = new WeakMap<Session, IncomingRequest["headers"]>();
