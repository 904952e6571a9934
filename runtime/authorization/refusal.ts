/** Refuses an HTTP request because of its access token. Holds the whole response. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
  /** 503: the token could not be checked and may be valid. */
  readonly status: 400 | 401 | 403 | 503;
  /** Headers of the response, such as the challenge in `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;

  /**
   * @param error an OAuth error code, for the body
   * @param description for the client, so it must not contain secrets
   */
  constructor(
    status: 400 | 401 | 403 | 503,
    error: string,
    description: string,
    headers: Readonly<Record<string, string>>,
  ) {
    super(description);
    this.status = status;
    this.headers = {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    };
    this.body = JSON.stringify({ error, error_description: description });
  }
}
