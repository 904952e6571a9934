/** Options of a question to the client. */
export interface AskOptions {
  /**
   * Key of the question within the call; default: its number. It must be the same whenever the handler runs, because
   * since 2026-07-28 it runs again with the answers.
   */
  readonly key?: string;
  /**
   * Take an answer only in the round after the question, with the sealed state of that round. Since 2026-07-28 a call may
   * bring answers that nobody asked for; a confirmation must not count one.
   */
  readonly mustBeAsked?: boolean;
  /** Maximum wait for the answer in milliseconds, before 2026-07-28 and in tasks; default five minutes. */
  readonly timeoutMs?: number;
}
