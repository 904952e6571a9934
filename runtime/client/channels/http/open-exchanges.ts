import type { RequestId } from "../../../protocol/json-rpc.js";
import type { RequestExchange } from "./request-exchange.js";

/** The exchanges of a channel that are under way, in no order. Why it is no `Map`: see `OpenById`. */
export class OpenExchanges {
  readonly #list: RequestExchange[] = [];

  add(exchange: RequestExchange): void {
    exchange.place = this.#list.length;
    this.#list.push(exchange);
  }

  find(id: RequestId): RequestExchange | undefined {
    return this.#list.find((each) => each.id === id);
  }

  remove(exchange: RequestExchange): void {
    const { place } = exchange;
    if (this.#list[place] !== exchange) return;
    // The last one takes its place.
    const last = this.#list.pop();
    if (!last || last === exchange) return;
    this.#list[place] = last;
    last.place = place;
  }

  /** Removes all and returns them. */
  clear(): readonly RequestExchange[] {
    return this.#list.splice(0);
  }
}
