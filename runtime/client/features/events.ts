import { member, type JsonObject } from "../../protocol/json.js";
import { isLogLevel } from "../../protocol/model.js";
import { recover } from "../../protocol/maybe-promise.js";
import type { ClientEvents } from "../client.js";
import type { ServerLogMessage } from "../client-options.js";
import type { Exchange } from "../exchange/exchange.js";
import { otherMethods } from "../exchange/notification-handler.js";
import { readProgress } from "../exchange/progress-reports.js";

type Handlers = { [K in keyof ClientEvents]: Set<(value: ClientEvents[K]) => void> };

/** Hands the server's notifications to the user's handlers. */
export class Events {
  readonly #exchange: Exchange;
  readonly #handlers: Handlers = {
    progress: new Set(),
    log: new Set(),
    listChanged: new Set(),
    resourceUpdated: new Set(),
    elicitationComplete: new Set(),
    notification: new Set(),
    close: new Set(),
  };

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const { onProgress, onLog, onListChanged, onResourceUpdated, onElicitationComplete } =
      exchange.options;
    const { onNotification, onClose } = exchange.options;
    if (onNotification) this.on("notification", onNotification);
    if (onProgress) this.on("progress", onProgress);
    if (onLog) this.on("log", onLog);
    if (onListChanged) this.on("listChanged", onListChanged);
    if (onResourceUpdated) this.on("resourceUpdated", onResourceUpdated);
    if (onElicitationComplete) this.on("elicitationComplete", onElicitationComplete);
    if (onClose) this.on("close", onClose);
    exchange.onNotification("notifications/progress", (params) => this.#progress(params));
    exchange.onNotification("notifications/message", (params) => this.#log(params));
    for (const kind of ["tools", "resources", "prompts"] as const) {
      exchange.onNotification(`notifications/${kind}/list_changed`, () =>
        this.#emit("listChanged", kind),
      );
    }
    exchange.onNotification(otherMethods, (params, method) =>
      this.#emit("notification", { method, params }),
    );
    this.#tellText("notifications/resources/updated", "uri", "resourceUpdated");
    this.#tellText("notifications/elicitation/complete", "elicitationId", "elicitationComplete");
  }

  /** Tells a member of a notification that is a text. */
  #tellText(method: string, name: string, event: "resourceUpdated" | "elicitationComplete"): void {
    this.#exchange.onNotification(method, (params) => {
      const text = member(params, name);
      if (typeof text === "string") this.#emit(event, text);
    });
  }

  /** The handshake is done: from now on, the end of the connection is told. */
  begin(): void {
    this.#exchange.onClose((error) => this.#emit("close", error));
  }

  on<K extends keyof ClientEvents>(
    event: K,
    handler: (value: ClientEvents[K]) => void,
  ): () => void {
    const handlers = this.#handlers[event];
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }

  #emit<K extends keyof ClientEvents>(event: K, value: ClientEvents[K]): void {
    const failed = (error: unknown): void =>
      this.#exchange.log.error(`A handler of ${event} failed`, error);
    for (const handler of this.#handlers[event]) void recover(() => handler(value), failed);
  }

  #progress(params: JsonObject): void {
    const token = member(params, "progressToken");
    const progress = readProgress(params);
    if (!progress || (typeof token !== "string" && typeof token !== "number")) return;
    this.#emit("progress", { ...progress, progressToken: token });
  }

  #log(params: JsonObject): void {
    const level = member(params, "level");
    const logger = member(params, "logger");
    if (!isLogLevel(level)) return;
    const message: ServerLogMessage = {
      level,
      ...(typeof logger === "string" && { logger }),
      data: member(params, "data"),
    };
    this.#emit("log", message);
  }
}
