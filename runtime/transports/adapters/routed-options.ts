import type { HttpOptions } from "../http/options.js";

/** What a framework leaves to say: which requests come here is its own business. */
export type RoutedOptions = Omit<HttpOptions, "path">;
