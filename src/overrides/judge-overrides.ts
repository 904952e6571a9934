import { overridesOfNothing, serverTypes, userMembers, type UserMember } from "./find-overrides.js";
import { misfit } from "./fit.js";
import type { Judged } from "./judged.js";
import { onePerPlace, problemAt, type Problem } from "./problem.js";
import type { Fate } from "./renames.js";

/**
 * Finds the overrides that are dead or don't fit, however they are written: methods with and without `override`, properties,
 * accessors, in classes between, in mixins, and behind comments that silence the compiler.
 */
export function judgeOverrides(judged: Judged): readonly Problem[] {
  const { compiler, program, code, before } = judged;
  const names = new Set([...code.operations.keys(), ...(before?.operations.keys() ?? [])]);
  const problems: Problem[] = [];
  for (const type of serverTypes(compiler, program)) {
    for (const name of names) {
      for (const member of userMembers(compiler, program, type, name)) {
        problems.push(...judgeMember(judged, member));
      }
    }
    const ofNothing = overridesOfNothing(compiler, program, type);
    problems.push(...ofNothing.map((member) => deadOverride(judged, member)));
  }
  return onePerPlace(problems);
}

function judgeMember(judged: Judged, member: UserMember): readonly Problem[] {
  const { fates, code } = judged;
  const fate = fates.of(member.name);
  if (!code.operations.has(member.name)) return [deadOverride(judged, member)];
  if (fate?.kind === "moved") {
    const { request, to, now } = fate;
    return [
      problemAt(member.place, {
        code: "override-dead",
        message: `\`${member.name}\` overrides another operation than before: ${now}. The method of ${request} is \`${to}\` now.`,
        hint: renameHint(judged, member.name, fate),
      }),
    ];
  }
  const problem = misfit(judged, member);
  return problem ? [problem] : [];
}

function deadOverride(judged: Judged, { name, place }: UserMember): Problem {
  const fate = judged.fates.of(name);
  return problemAt(place, {
    code: "override-dead",
    message: `\`${name}\` overrides nothing: ${becameOf(fate)}`,
    hint: renameHint(judged, name, fate),
  });
}

export function becameOf(fate: Fate | undefined): string {
  switch (fate?.kind) {
    case "renamed":
    case "moved":
      return `the method of ${fate.request} is \`${fate.to}\` now.`;
    case "gone":
      return `the generated class no longer has ${fate.request}.`;
    case "kept":
    case undefined:
      return "the generated class has no such method.";
  }
}

export function renameHint({ shapes }: Judged, name: string, fate: Fate | undefined): string {
  if (fate?.kind !== "renamed" && fate?.kind !== "moved") {
    return "Remove it, or rename it to the method that it is meant for.";
  }
  return shapes.areSame(name, fate.to)
    ? `Rename it to \`${fate.to}\`, or run again with --fix.`
    : `Rename it to \`${fate.to}\`, and adapt it to the types of that method.`;
}
