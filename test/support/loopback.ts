/** Starts and stops servers on loopback. */
import type { Server as HttpServer } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Starts a server on a free port of 127.0.0.1 and returns the port. */
export async function listen(server: HttpServer | HttpsServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Stops a server and its connections. */
export function stop(server: HttpServer | HttpsServer): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
