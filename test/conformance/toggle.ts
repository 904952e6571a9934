import type { Registration } from "../../runtime/index.js";

/** Returns a function that alternately registers an entry and removes it. */
export function toggle(register: () => Registration): () => string {
  let registration: Registration | undefined;
  return () => {
    if (registration) {
      registration.remove();
      registration = undefined;
      return "Taken away.";
    }
    registration = register();
    return "Added.";
  };
}
