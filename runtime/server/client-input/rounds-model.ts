import type { ClientMethod } from "../../protocol/client-requests.js";
import type { ResultFacts } from "../../protocol/codec/codec-writer.js";
import type { JsonObject } from "../../protocol/json.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { LazySealer, StateBinding } from "./lazy-sealer.js";

/** The request that the rounds belong to. */
export type CallBinding = Omit<StateBinding, "subject" | "session">;

export interface RoundsOptions {
  readonly sealer: LazySealer;
  /** Maximum number of times that one call may ask for input; default 16. */
  readonly maxRounds?: number;
  /** Aborted with the request or earlier, by a time limit; default: the request's own signal. */
  readonly signal?: AbortSignal;
}

export const defaultMaxRounds = 16;

/** How a request ends: with the handler's value, or by asking for input. */
export type Outcome<T> = { readonly kind: "done"; readonly value: T } | ClientInputOutcome;

export interface ClientInputOutcome {
  readonly kind: "input_required";
  readonly result: InputRequiredResult;
}

/** Makes the result of a request when its run ends. Whoever waits for the result then waits for one promise less. */
export interface RunEnd<T, R> {
  /** What it throws is not passed to `failed`. */
  done(outcome: Outcome<T>): R;
  /** Makes a result in place of an error. */
  failed(error: unknown): R;
}

/** Lets `end` make the result of a run that ends later. */
export function endWith<T, R>(outcome: Promise<Outcome<T>>, end: RunEnd<T, R>): Promise<R> {
  return outcome.then(
    (later) => end.done(later),
    (error: unknown) => end.failed(error),
  );
}

/** Passes on how a run ends. */
export function passOn<T>(): RunEnd<T, Outcome<T>> {
  return passing as RunEnd<T, Outcome<T>>;
}

const passing: RunEnd<unknown, unknown> = {
  done: (outcome) => outcome,
  failed: (error) => {
    throw error;
  },
};

/** @see MCP 2026-07-28 InputRequiredResult */
export type InputRequiredResult = {
  readonly inputRequests?: {
    readonly [key: string]: { readonly method: ClientMethod; readonly params: JsonObject };
  };
  readonly requestState?: string;
};

/** Marks a result that asks for input. */
export const inputRequiredFacts: ResultFacts = { resultType: "input_required" };

/** A call before 2026-07-28. */
export interface PushedCall {
  readonly request: IncomingRequest;
  readonly maxRounds: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A call since 2026-07-28. */
export interface ReplayedCall {
  readonly request: IncomingRequest;
  readonly binding: CallBinding;
  readonly options: RoundsOptions;
}

/** A question that a handler asked and that has no answer yet. */
export interface OpenQuestion {
  readonly method: ClientMethod;
  readonly params: JsonObject;
}

/** By key. */
export type OpenQuestions = ReadonlyMap<string, OpenQuestion>;
