import type { ConfigFormat } from "../../starter/config-text.js";
import type { Suspicion } from "../../starter/suspicion.js";

/** What the person at the terminal decides; the proposals if nobody is asked. */
export interface Answers {
  readonly out: string;
  readonly format: ConfigFormat;
  /** What the route map leaves out. */
  readonly leaveOut: readonly Suspicion[];
  /** How the API is authenticated, if the document does not say. */
  readonly auth?: string;
}

/** What `init` asks about. */
export interface Proposal {
  readonly answers: Answers;
  /** Number of operations of each kind that may be left out. */
  readonly counts: ReadonlyMap<Suspicion, number>;
  readonly lacksAuth: boolean;
}
