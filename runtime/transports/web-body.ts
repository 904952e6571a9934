/** The bytes of a request's body; or that there are too many, or that the client left in the middle. */
export async function readWebBody(
  request: Request,
  limit: number,
): Promise<Uint8Array | "tooLong" | "gone"> {
  try {
    return await readAll(request, limit);
  } catch {
    return "gone";
  }
}

async function readAll(request: Request, limit: number): Promise<Uint8Array | "tooLong"> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    size += next.value.length;
    if (size > limit) {
      await reader?.cancel();
      return "tooLong";
    }
    chunks.push(next.value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
