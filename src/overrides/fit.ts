import type { ts } from "ts-morph";
import type { UserMember } from "./find-overrides.js";
import type { Judged } from "./judged.js";
import { flatMessage } from "./messages.js";
import { problemAt, type Problem } from "./problem.js";

/** Returns an error if an override does not fit the method that it overrides. */
export function misfit(judged: Judged, member: UserMember): Problem | undefined {
  const told = compilerReason(judged, member);
  const reason = told ?? uncheckedReason(judged, member);
  if (reason === undefined) return undefined;
  return problemAt(member.place, {
    code: "override-mistyped",
    message: `\`${member.name}\` does not fit the method that it overrides. ${reason}`,
    hint:
      told === undefined
        ? "Adapt the override, and give it the types of the method, so that the compiler checks it."
        : "Adapt the override to the new types of the operation.",
  });
}

/** Says why the compiler refuses an override, even where a comment silences it. */
function compilerReason(
  { compiler, program, shapes }: Judged,
  { name, type, place }: UserMember,
): string | undefined {
  const method = shapes.method(name);
  const { checker } = program;
  if (!method || checker.isTypeAssignableTo(type, method)) return undefined;
  const [start, file] = [place.getStart(), place.getSourceFile()];
  const diagnostics = program.program.getSemanticDiagnostics(file);
  const told = diagnostics.find((each) => each.start === start && each.code === notAssignable);
  return told
    ? flatMessage(compiler, told).replace(/^Property .*? in base type '.*?'\. /, "")
    : `Its type is '${checker.typeToString(type)}', and that of the method '${checker.typeToString(method)}'.`;
}

/** "Property in type is not assignable to the same property in base type" */
const notAssignable = 2416;

/**
 * Says why an override no longer works although the compiler takes it: it is written with `any`, or with a type of its own
 * for an argument that is gone.
 */
function uncheckedReason(judged: Judged, { name, type }: UserMember): string | undefined {
  const { compiler, program, shapes } = judged;
  const [before, now] = [shapes.before(name), shapes.now(name)];
  if (!before || !now) return undefined;
  const isAny = (each: ts.Type | undefined): boolean =>
    each === undefined || (each.flags & compiler.TypeFlags.Any) !== 0;
  const { takesInput, input, output } = signatureOf(program.checker, type);
  if (takesInput) {
    const lost = shapes.lost(
      isAny(input) ? before.input : (input ?? now.input),
      now.input,
      before.input,
    );
    if (lost !== undefined) return `\`${lost}\` is no longer an argument.`;
    if (isAny(input) && !shapes.takesInput(before, now)) {
      return "The types of the arguments changed, and the override takes `any`.";
    }
  }
  return isAny(output) && !shapes.givesOutput(before, now)
    ? "The type of the result changed, and the override returns `any`."
    : undefined;
}

/** Returns the types of the first parameter and of the result; undefined stands for `any`. */
function signatureOf(
  checker: ts.TypeChecker,
  type: ts.Type,
): { readonly takesInput: boolean; readonly input?: ts.Type; readonly output?: ts.Type } {
  const [signature] = type.getCallSignatures();
  if (!signature) return { takesInput: true };
  const [parameter] = signature.parameters;
  const taken = parameter && checker.getTypeOfSymbol(parameter);
  // A rest parameter has the type of a list.
  const input = taken && checker.isArrayLikeType(taken) ? taken.getNumberIndexType() : taken;
  const output = checker.getAwaitedType(signature.getReturnType());
  return {
    takesInput: taken !== undefined,
    ...(input && { input }),
    ...(output && { output }),
  };
}
