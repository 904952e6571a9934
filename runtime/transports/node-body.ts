import type { NodeRequest } from "./node-request.js";

/** Of a body that is too long, this many times the limit is read and thrown away so that the client sees the answer. */
const drainFactor = 8;

/** The bytes of a request's body; or that there are too many, or that the client left in the middle. */
export function readNodeBody(
  request: NodeRequest,
  limit: number,
): Promise<Buffer | "tooLong" | "gone"> {
  // Somebody else has read it and kept nothing: waiting for its end would never end.
  if (request.readableEnded) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      resolve("tooLong");
      if (size > limit * drainFactor) request.destroy();
    });
    request.once("end", () => resolve(Buffer.concat(chunks, Math.min(size, limit))));
    request.on("error", () => resolve("gone"));
    request.once("close", () => resolve("gone"));
  });
}
