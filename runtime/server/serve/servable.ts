import type { Service } from "../../session/service.js";

let open: (server: Servable) => Service;

/** A server, whatever it is made of: what transports serve. */
export abstract class Servable {
  readonly #make: () => Service;
  #service: Service | undefined;

  static {
    open = (server) => (server.#service ??= server.#make());
  }

  /** @param make called once, when the server is first used */
  protected constructor(make: () => Service) {
    this.#make = make;
  }
}

/** What transports serve of a server. The same each time: one serves every client and revision at once. */
export function serviceOf(server: Servable): Service {
  return open(server);
}
