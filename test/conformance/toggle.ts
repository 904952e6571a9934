import type { Registration } from "../../runtime/index.js";

/** Registers something the first time, takes it away the second, and so on. */
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
