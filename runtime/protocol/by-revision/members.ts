/** Narrows types of all revisions to the members that one revision defines. Types only. */
import type { ModernRevision, Revision } from "../revisions.js";

export type From20250326 = Exclude<Revision, "2024-11-05">;
export type From20250618 = Exclude<From20250326, "2025-03-26">;
export type From20251125 = ModernRevision | "2025-11-25";

/** `T` without the members that only other revisions have. `Only` gives the revisions of a member; the rest is in all of them. */
export type MembersAt<R extends Revision, T, Only> = T extends unknown
  ? Omit<T, { [K in keyof Only]: R extends Only[K] ? never : K }[keyof Only]>
  : never;

/** `T` with the types of some members replaced. */
export type Replace<T, Members> = Omit<T, keyof Members> & Members;

/** `T` in some revisions; no members in the others. */
export type OnlyAt<R extends Revision, Having extends Revision, T> = R extends Having ? T : unknown;

/** An intersection as one object, so that editors show its members. */
export type Flat<T> = { [K in keyof T]: T[K] };
