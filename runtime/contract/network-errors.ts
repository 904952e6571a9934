/** Codes of failed connections in words, for people and models. */

const certificate =
  "use a certificate that this computer trusts, or name its issuer in NODE_EXTRA_CA_CERTS";
const later = "try again later";
const lost = "the connection was lost before the answer was complete";
const address = "check the host and port of the URL";
const online = "check the URL, and whether this computer is online";

const words: ReadonlyMap<string, readonly [what: string, next?: string]> = new Map([
  ["ECONNREFUSED", ["the connection was refused", address]],
  ["ENOTFOUND", ["the host name is unknown", online]],
  ["EAI_AGAIN", ["the host name could not be looked up", online]],
  ["EAI_FAIL", ["the host name could not be looked up", online]],
  ["ENETUNREACH", ["the network can't be reached", online]],
  ["ENETDOWN", ["the network can't be reached", online]],
  ["EHOSTUNREACH", ["the host can't be reached", address]],
  ["EHOSTDOWN", ["the host can't be reached", address]],
  ["EADDRNOTAVAIL", ["the address can't be used", address]],
  ["ETIMEDOUT", ["no connection was made in time", later]],
  ["UND_ERR_CONNECT_TIMEOUT", ["no connection was made in time", later]],
  ["UND_ERR_HEADERS_TIMEOUT", ["no answer began in time", later]],
  ["UND_ERR_BODY_TIMEOUT", ["the answer stopped arriving", later]],
  ["ECONNRESET", [lost, later]],
  ["ECONNABORTED", [lost, later]],
  ["EPIPE", [lost, later]],
  ["UND_ERR_SOCKET", [lost, later]],
  ["UND_ERR_CLOSED", [lost, later]],
  ["UND_ERR_DESTROYED", [lost, later]],
  ["UND_ERR_ABORTED", [lost, later]],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", ["the answer has another length than it announced"]],
  ["UND_ERR_REQ_CONTENT_LENGTH_MISMATCH", ["the request has another length than it announces"]],
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", ["the answer is too large"]],
  ["UND_ERR_HEADERS_OVERFLOW", ["the answer's headers are too large"]],
  ["UND_ERR_NOT_SUPPORTED", ["the request uses a part of HTTP that is not supported"]],
  ["UND_ERR_INVALID_ARG", ["the request is not valid HTTP"]],
  ["EMFILE", ["this computer has too many open connections or files", later]],
  ["ENFILE", ["this computer has too many open connections or files", later]],
  ["EACCES", ["this computer does not allow the connection"]],
  ["EPERM", ["this computer does not allow the connection"]],
  ["EPROTO", ["the server does not speak TLS as expected", "check whether the URL needs http:"]],
  ["CERT_HAS_EXPIRED", ["its certificate has expired", "ask the operator of the API to renew it"]],
  ["CERT_NOT_YET_VALID", ["its certificate is not valid yet", "check this computer's clock"]],
  ["CERT_REVOKED", ["its certificate was revoked"]],
  ["ERR_TLS_CERT_ALTNAME_INVALID", ["its certificate is for another host name", address]],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", ["its certificate is self-signed", certificate]],
  ["SELF_SIGNED_CERT_IN_CHAIN", ["its certificate comes from an unknown issuer", certificate]],
  ["UNABLE_TO_GET_ISSUER_CERT", ["its certificate comes from an unknown issuer", certificate]],
  [
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    ["its certificate comes from an unknown issuer", certificate],
  ],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ["its certificate comes from an unknown issuer", certificate],
  ],
  ["CERT_UNTRUSTED", ["its certificate comes from an unknown issuer", certificate]],
  ["Z_DATA_ERROR", ["the compressed answer is damaged"]],
  ["Z_BUF_ERROR", ["the compressed answer is incomplete", later]],
]);

/** Families of codes, by how they begin. */
const families: readonly (readonly [start: string, what: string, next?: string])[] = [
  ["HPE_", "the answer is not valid HTTP", address],
  ["ERR_SSL_", "the TLS handshake failed", "check whether the URL needs http: or another port"],
  ["ERR_TLS_", "the TLS handshake failed"],
  ["CERT_", "its certificate can't be trusted", certificate],
  ["ERR__ERROR_FORMAT", "the compressed answer is damaged"],
  ["UND_ERR_", "the connection failed"],
];

/** Says in words what a code means, with the code and a next step if there is one. */
export function networkErrorText(code: string): string {
  const known = words.get(code);
  const family = families.find(([start]) => code.startsWith(start));
  const [what, next] = known ?? [family?.[1] ?? "the connection failed", family?.[2]];
  return next === undefined ? `${what} (${code})` : `${what} (${code}); ${next}`;
}
