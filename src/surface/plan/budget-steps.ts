import type { SurfaceOptions } from "../build-surface.js";

/** A way to say less of every tool. */
export interface TrimStep {
  /** What is less, for people. */
  readonly did: string;
  readonly limits: Partial<
    Pick<SurfaceOptions, "descriptionLimit" | "inputSchemaLimit" | "outputSchemaLimit">
  >;
}

/**
 * What is given up first, because models need it least: what comes back, then how it is told, then what lies deep in a
 * body. Each step keeps the ones before it.
 */
const all: readonly TrimStep[] = [
  { did: "output schemas left out", limits: { outputSchemaLimit: 0 } },
  ...[512, 256, 128].map((descriptionLimit) => ({
    did: `descriptions cut to ${descriptionLimit} characters`,
    limits: { descriptionLimit },
  })),
  ...[4096, 1024, 0].map((inputSchemaLimit) => ({
    did:
      inputSchemaLimit === 0
        ? "input schemas outlined: no shared schemas"
        : `input schemas outlined: at most ${inputSchemaLimit} bytes of shared schemas each`,
    limits: { inputSchemaLimit },
  })),
];

/** Those that ask for less than the user did. */
export function trimSteps(asked: SurfaceOptions): readonly TrimStep[] {
  return all.filter(({ limits }) =>
    Object.entries(limits).every(([name, limit]) => limit < asked[name as keyof typeof limits]),
  );
}
