/** What clients answer to questions of servers, by revision. Types only. */
import type { ElicitResult, SamplingResult } from "../client-requests.js";
import type { JsonObject } from "../json.js";
import type { LegacyRevision, Revision } from "../revisions.js";
import type { From20251125, OnlyAt, Replace } from "./members.js";
import type { RootAt, SampledContentAt } from "./values.js";

/** Since 2026-07-28, answers are no results of their own. */
type AnswerMetaAt<R extends Revision> = OnlyAt<R, LegacyRevision, { readonly _meta?: JsonObject }>;

/** The answers of clients, by the method of the question. */
export interface AnswersAt<R extends Revision> {
  readonly "sampling/createMessage": Replace<
    SamplingResult,
    { readonly content: SampledContentAt<R> }
  >;
  readonly "elicitation/create": AnswerMetaAt<R> &
    (R extends From20251125
      ? ElicitResult
      : Replace<
          ElicitResult,
          { readonly content?: { readonly [name: string]: string | number | boolean } }
        >);
  readonly "roots/list": AnswerMetaAt<R> & { readonly roots: readonly RootAt<R>[] };
}
