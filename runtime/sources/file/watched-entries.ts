import type { Registration, SourceHost } from "../../server/types/definitions.js";
import { FolderWatch, type Look } from "./watch-folders.js";

/** Looks for changes while clients may be notified. @returns a function that ends it for good */
export function watchWhileHeard(host: SourceHost, look: Look): () => void {
  return host.whileHeard(() => {
    const watching = new FolderWatch(look);
    return () => watching.stop();
  });
}

/** Makes one registration of several. */
export function allOf(registrations: readonly Registration[]): Registration {
  return {
    remove() {
      for (const each of registrations) each.remove();
    },
  };
}
