/** APIs behind a Unix socket, such as that of Docker. */

/** A Unix socket, and where the paths of the API begin. */
export interface UnixSocket {
  readonly socketPath: string;
  /** `/v1.45`, or `/`. */
  readonly path: string;
}

/** What requests to a socket name as their host. */
export const unixOrigin = "http://localhost";

/**
 * Reads `unix:/var/run/docker.sock`, also with `unix://`, and `unix:/var/run/docker.sock:/v1.45`, where the API's paths begin with
 * `/v1.45`; undefined for another URL. Only a user may name a socket: a document could lead to one of another program.
 */
export function unixSocketOf(url: string): UnixSocket | undefined {
  const match = /^unix:(?:\/\/)?(\/[^:\0]+)(?::(\/[^?#]*)?)?$/i.exec(url);
  return match ? { socketPath: match[1]!, path: match[2] ?? "/" } : undefined;
}
