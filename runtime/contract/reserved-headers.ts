/** Header parameters that OpenAPI ignores. @see OpenAPI 3.2 Parameter Object, `name` */
export const ignoredHeaders: ReadonlySet<string> = new Set([
  "accept",
  "content-type",
  "authorization",
]);

/** Headers of the connection, which the HTTP client sets itself. @see RFC 9110 section 7.6.1 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
