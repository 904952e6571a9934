import type { Dispatcher } from "undici";

/** Receives what becomes of a request. */
export interface RoutedHandler extends Dispatcher.DispatchHandler {
  /** Called by the handler when its connection is free again. */
  onOver: () => void;
}

/** A way on which requests reach an origin. */
export interface Route {
  dispatch(options: Dispatcher.DispatchOptions, handler: RoutedHandler): void;
  /** Takes a request back that waits for a connection. */
  withdraw(handler: RoutedHandler): void;
}
