import type { Service } from "../../session/service.js";

let open: (server: Servable) => Service;

/** A server that transports can serve. */
export abstract class Servable {
  readonly #make: () => Service;
  #service: Service | undefined;

  static {
    open = (server) => (server.#service ??= server.#make());
  }

  /** @param make is called once, when the server is first used */
  protected constructor(make: () => Service) {
    this.#make = make;
  }
}

/** Returns a server's service, always the same one: it serves all clients and protocol revisions at once. */
export function serviceOf(server: Servable): Service {
  return open(server);
}

/** Starts a server's service and returns it. */
export async function startService(server: Servable): Promise<Service> {
  const service = serviceOf(server);
  await service.start();
  return service;
}
