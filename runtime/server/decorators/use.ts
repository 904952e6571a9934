/** Decorators that put guards, interceptors and exception handlers around methods and classes that are exposed. */
import { checkMiddleware } from "../middleware/check-middleware.js";
import type { MetadataKey } from "../types/metadata.js";
import type {
  EntryUse,
  ExceptionHandler,
  Guard,
  Interceptor,
  Middleware,
} from "../types/middleware.js";
import { rememberClassUse, rememberMethodUse } from "./decorated-use.js";
import { refuseLegacyDecorators, type PublicMethodContext } from "./members.js";

/** Decorates a class, for all that its instances expose, or a public method. */
export interface McpUseDecorator {
  (Class: abstract new (...args: never[]) => object, context: ClassDecoratorContext): void;
  (method: (...args: never[]) => unknown, context: PublicMethodContext): void;
}

type Having<K extends keyof Middleware> = Middleware & Required<Pick<Middleware, K>>;

/**
 * Asks guards before a method is called, the first one first. Those of a class come before those of its methods, and those
 * of a base class before those of a subclass, which has them also where it overrides the method.
 *
 * @param guards functions, or objects with the method `guard`
 * @throws TypeError when the class is defined, for a private or static method or something else than a guard
 */
export function useGuards(...guards: (Guard | Having<"guard">)[]): McpUseDecorator {
  return decorator({ use: usable(guards, "guard") });
}

/**
 * Runs interceptors around a method, the first one outermost. Those of a class are around those of its methods, and those of
 * a base class around those of a subclass, which has them also where it overrides the method.
 *
 * @param interceptors functions, or objects with the method `intercept`
 * @throws TypeError when the class is defined, for a private or static method or something else than an interceptor
 */
export function useInterceptors(
  ...interceptors: (Interceptor | Having<"intercept">)[]
): McpUseDecorator {
  return decorator({ use: usable(interceptors, "intercept") });
}

/**
 * Offers the errors of a method, its guards and its interceptors to exception handlers, the last one first. Those of a method
 * come before those of its class.
 *
 * @param handlers functions, or objects with the method `handleError`
 * @throws TypeError when the class is defined, for a private or static method or something else than an exception handler
 */
export function useExceptionHandlers(
  ...handlers: (ExceptionHandler | Having<"handleError">)[]
): McpUseDecorator {
  return decorator({ use: usable(handlers, "handleError") });
}

/**
 * Notes something about a method or a class for guards and interceptors, which read it with `call.metadata`. What a method
 * notes replaces what its class notes under the same key.
 *
 * @param key made by `metadataKey`, which states the type of the value; or any text
 * @throws TypeError when the class is defined, for a private or static method
 */
export function setMetadata<T>(key: MetadataKey<T>, value: NoInfer<T>): McpUseDecorator {
  return decorator({ metadata: { [key]: value } });
}

function decorator(own: EntryUse): McpUseDecorator {
  return (decorated: unknown, context: ClassDecoratorContext | PublicMethodContext) => {
    refuseLegacyDecorators(context);
    if (context.kind === "class") rememberClassUse(context, own);
    else rememberMethodUse(decorated, context, own);
  };
}

/** @throws TypeError for an empty list, or something that can't be used */
function usable(given: readonly unknown[], work: keyof Middleware): readonly Middleware[] {
  const use = given.map((each) => (typeof each === "function" ? { [work]: each } : each));
  const all = use as readonly Middleware[];
  checkMiddleware(all);
  if (all.length > 0 && all.every((each) => each[work] !== undefined)) return all;
  throw new TypeError(`The decorator needs functions, or objects with the method \`${work}\`.`);
}
