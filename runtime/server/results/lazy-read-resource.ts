import { Lazy } from "../../protocol/lazy.js";

/** Code for reading resources, loaded on the first read. Stateless, so all servers share it. */
export const lazyReader = new Lazy(() => import("./read-resource.js"));
