import { isObject } from "../../protocol/json.js";
import type { Middleware } from "../types/middleware.js";

const works = ["guard", "intercept", "handleError"] as const;

/** Checks what is to run around calls: a guard that is never called must not go unnoticed. @throws TypeError */
export function checkMiddleware(use: readonly Middleware[]): void {
  for (const each of use as readonly unknown[]) {
    const given = isObject(each) ? works.filter((work) => each[work] !== undefined) : [];
    if (given.length > 0 && given.every((work) => isFunction((each as Middleware)[work]))) continue;
    throw new TypeError(
      "Guards, interceptors and exception handlers are functions in objects with the member `guard`, `intercept` or `handleError`; of a class, pass an instance.",
    );
  }
}

/** Whether a value is a function that can be called without `new`. */
function isFunction(value: unknown): boolean {
  return typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));
}
