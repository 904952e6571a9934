import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";

/** A server of a project, by its folder below `src/generated/`, and the prefix of its tools. */
export interface Mounting {
  readonly folder: string;
  readonly prefix: string;
}

/** Returns the servers of a project for its manifest: `--mount shop=shop_ --mount weather=`. */
export function echoMounts(mounts: readonly Mounting[]): string {
  return mounts.map(({ folder, prefix }) => `--mount ${folder}=${prefix}`).join(" ");
}

/** Reads what `echoMounts` wrote. */
export function readMounts(echo: string): readonly Mounting[] {
  return [...echo.matchAll(/--mount ([a-z][a-z0-9-]*)=([A-Za-z0-9_.-]*)/g)].map(
    ([, folder = "", prefix = ""]) => ({ folder, prefix }),
  );
}

/**
 * Returns an error for each server whose tools clients would no longer find under their names.
 *
 * @param place of the project in the configuration
 */
export function refuseMounts(
  before: readonly Mounting[],
  now: readonly (Mounting & { readonly place: Place })[],
  place: Place,
): readonly Diagnostic[] {
  return before.flatMap(({ folder, prefix }): readonly Diagnostic[] => {
    const kept = now.find((each) => each.folder === folder);
    if (kept?.prefix === prefix) return [];
    const was = prefix === "" ? "no prefix" : `the prefix \`${prefix}\``;
    return [
      kept
        ? {
            code: "tool-renamed",
            severity: "error",
            message: `The tools of \`${folder}\` would have the prefix \`${kept.prefix}\` (before: ${was}).`,
            place: { ...kept.place, pointer: `${kept.place.pointer}/prefix` },
            hint: "Clients know the former names. --allow-removed accepts the new ones.",
          }
        : {
            code: "tool-removed",
            severity: "error",
            message: `The tools of \`${folder}\` would be gone: the project no longer has this server.`,
            place,
            hint: "Clients that use them would fail. --allow-removed accepts that, and removes its generated files.",
          },
    ];
  });
}
