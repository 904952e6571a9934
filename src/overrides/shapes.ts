import type { ts } from "ts-morph";
import type { Compiler } from "./compiler.js";
import type { CheckedProgram } from "./program.js";

/** The types of an operation's arguments and of its result. */
export interface Shape {
  readonly input: ts.Type;
  readonly output: ts.Type;
}

/** Compares operations of the class that was generated before with those of the new one. */
export class Shapes {
  readonly #checker: ts.TypeChecker;
  readonly #base: ts.Symbol | undefined;
  readonly #former: ts.Symbol | undefined;

  readonly #objects: number;
  readonly #never: number;

  constructor({ TypeFlags }: Compiler, { checker, base, former }: CheckedProgram) {
    this.#never = TypeFlags.Never;
    this.#objects = TypeFlags.Object | TypeFlags.Intersection;
    this.#checker = checker;
    this.#base = base;
    this.#former = former;
  }

  now(method: string): Shape | undefined {
    return this.#shape(this.#base, method);
  }

  before(method: string): Shape | undefined {
    return this.#shape(this.#former, method);
  }

  /** Returns the type of a method of the generated class. */
  method(method: string): ts.Type | undefined {
    return methodType(this.#checker, this.#base, method);
  }

  /** Whether code that was written for one method works with the other, and the other way round. */
  areSame(before: string, now: string): boolean {
    const [left, right] = [this.before(before), this.now(now)];
    if (!left || !right) return false;
    return (
      this.takesInput(left, right) &&
      this.takesInput(right, left) &&
      this.givesOutput(left, right) &&
      this.givesOutput(right, left) &&
      this.lost(left.output, right.output) === undefined &&
      this.lost(right.output, left.output) === undefined
    );
  }

  /** Whether an override that was written for `before` takes the arguments of `now`. */
  takesInput(before: Shape, now: Shape): boolean {
    // Whoever took no arguments ignores those that came.
    const hadNone = (before.input.getStringIndexType()?.flags ?? 0) & this.#never;
    if (hadNone !== 0) return true;
    return (
      this.#checker.isTypeAssignableTo(now.input, before.input) &&
      this.lost(before.input, now.input) === undefined
    );
  }

  /** Whether what an override that was written for `before` returns is a result of `now`. */
  givesOutput(before: Shape, now: Shape): boolean {
    return this.#checker.isTypeAssignableTo(before.output, now.output);
  }

  /**
   * Returns the path of a member of `had` that `has` lacks. An optional member can be lost without a complaint of the compiler.
   *
   * @param known only members that this type has, too, are reported
   */
  lost(had: ts.Type, has: ts.Type, known: ts.Type = had, depth = 0): string | undefined {
    const checker = this.#checker;
    const [left, right, third] = [had, has, known].map((type) => checker.getNonNullableType(type));
    if (!left || !right || !third || depth > 6 || left === right) return undefined;
    const [leftItem, rightItem, thirdItem] = [left, right, third].map((type) =>
      checker.isArrayLikeType(type) ? type.getNumberIndexType() : undefined,
    );
    if (leftItem && rightItem && thirdItem) {
      const inside = this.lost(leftItem, rightItem, thirdItem, depth + 1);
      return inside === undefined ? undefined : `[].${inside}`;
    }
    if (!this.#isObject(left) || !this.#isObject(right) || right.getStringIndexType())
      return undefined;
    for (const property of left.getProperties()) {
      const wasKnown = checker.getPropertyOfType(third, property.name);
      if (!wasKnown) continue;
      const kept = checker.getPropertyOfType(right, property.name);
      if (!kept) return property.name;
      const inside = this.lost(
        checker.getTypeOfSymbol(property),
        checker.getTypeOfSymbol(kept),
        checker.getTypeOfSymbol(wasKnown),
        depth + 1,
      );
      if (inside !== undefined) {
        return inside.startsWith("[]") ? `${property.name}${inside}` : `${property.name}.${inside}`;
      }
    }
    return undefined;
  }

  #shape(owner: ts.Symbol | undefined, method: string): Shape | undefined {
    const signature = methodType(this.#checker, owner, method)?.getCallSignatures()[0];
    const [input] = signature?.parameters ?? [];
    if (!signature || !input) return undefined;
    const output = this.#checker.getAwaitedType(signature.getReturnType());
    return output && { input: this.#checker.getTypeOfSymbol(input), output };
  }

  #isObject(type: ts.Type): boolean {
    return (type.flags & this.#objects) !== 0 && type.getCallSignatures().length === 0;
  }
}

function methodType(
  checker: ts.TypeChecker,
  owner: ts.Symbol | undefined,
  method: string,
): ts.Type | undefined {
  const instance = owner && checker.getDeclaredTypeOfSymbol(owner);
  const property = instance && checker.getPropertyOfType(instance, method);
  return property && checker.getTypeOfSymbol(property);
}
