import { ToolError } from "../protocol/tool-error.js";
import type { CallContext } from "../server/types/call-context.js";
import { MemoryFull, type MemoryLimits, type MemoryStore } from "./memory-store.js";
import { userProperty } from "./user-of.js";

/** What the tools of a memory server obey. */
export interface MemorySettings {
  readonly limits: MemoryLimits;
  readonly userArgument: boolean;
}

/** The argument `user_id`, if the tools have one. */
export type UserArgument = {
  readonly user_id?: string;
};

/** Hints of the tools that save or delete: what was there before is lost, and a second call changes nothing more. */
export const changesMemory = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Returns the store, which the server's lifespan opens. */
export function storeOf(ctx: CallContext): MemoryStore {
  return ctx.lifespan as MemoryStore;
}

/** Returns the schema of a tool's arguments, all of which are required. */
export function inputOf(
  properties: Readonly<Record<string, object>>,
  { userArgument }: MemorySettings,
  optional: Readonly<Record<string, object>> = {},
): Record<string, unknown> {
  return {
    type: "object",
    properties: {
      ...properties,
      ...optional,
      ...(userArgument ? userProperty : {}),
    },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** Returns the schema of a tool's result. */
export function outputOf(properties: Readonly<Record<string, object>>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties) };
}

/** @throws ToolError for a text of more bytes than allowed */
export function requireSize(what: string, text: string, maxBytes: number): void {
  if (Buffer.byteLength(text) <= maxBytes) return;
  throw new ToolError(`${what} may have at most ${maxBytes} bytes.`);
}

/** Tells the model that there is no more room. */
export async function withRoom<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof MemoryFull ? new ToolError(error.message) : error;
  }
}
