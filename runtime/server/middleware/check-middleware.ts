import { isObject } from "../../protocol/json.js";
import type { Middleware } from "../types/middleware.js";

const works = ["guard", "intercept", "handleError"] as const;

/** Checks what is to run around calls: a guard that is never called must not go unnoticed. @throws TypeError */
export function checkMiddleware(use: readonly Middleware[]): void {
  if (!Array.isArray(use)) throw new TypeError("`use` must be a list.");
  for (const each of use as readonly unknown[]) {
    const given = isObject(each) ? works.filter((work) => each[work] !== undefined) : [];
    const isUsable =
      given.length > 0 && given.every((work) => typeof (each as Middleware)[work] === "function");
    if (!isUsable) {
      throw new TypeError(
        "Each member of `use` must be an object with the functions `guard`, `intercept` or `handleError`.",
      );
    }
  }
}
