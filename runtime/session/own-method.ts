/** The beginnings of method names that are the protocol's, including later revisions. */
const areas =
  "initialize$|ping$|server/|tools/|resources/|prompts/|completion/|logging/|subscriptions/|tasks/|sampling/|elicitation/|roots/";

const reserved = new RegExp(`^(?:${areas}|notifications/)`);
const reservedNotification = new RegExp(
  `^notifications/(?:${areas}|(?:cancelled|initialized|message|progress|tasks)$)`,
);

/** Whether a request with this method belongs to the protocol. */
export function isReservedMethod(method: string): boolean {
  return reserved.test(method);
}

/** Whether a notification, or a request, with this method belongs to the protocol. */
export function isProtocolMethod(method: string): boolean {
  return method.startsWith("notifications/")
    ? reservedNotification.test(method)
    : isReservedMethod(method);
}

/**
 * Requires a method that the protocol does not define, for a message of an extension. Notifications of extensions may begin
 * with `notifications/`, too.
 *
 * @throws TypeError
 */
export function requireOwnMethod(method: string): void {
  if (method !== "" && !isProtocolMethod(method)) return;
  throw new TypeError(`The method name ${JSON.stringify(method)} is reserved for the protocol.`);
}
