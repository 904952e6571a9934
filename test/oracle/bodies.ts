/** Normalises bodies so that those with the same meaning are equal. */
import type { RawMediaType } from "./raw/model.js";
import { kindOf } from "./samples/call-sampler.js";

/**
 * Decodes our bytes by content type: JSON as its value, multipart as its parts, files as base64, anything else as text.
 * Values sent as YAML are JSON, too: every JSON text is YAML.
 */
export function ourBody(
  body: Buffer | undefined,
  type: string | undefined,
  declared?: RawMediaType,
): unknown {
  if (body === undefined) return undefined;
  if (declared && kindOf(declared) === "file") return body.toString("base64");
  const essence = type?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (isJson(essence) || essence.endsWith("yaml")) return JSON.parse(body.toString("utf8"));
  if (essence.startsWith("multipart/")) {
    const [, boundary = ""] = /boundary="?([^";]+)"?/.exec(type ?? "") ?? [];
    return multipartParts(body, boundary);
  }
  return body.toString("utf8");
}

export interface Part {
  readonly name?: string;
  readonly fileName?: string;
  readonly type?: string;
  /** Its bytes as Latin-1. */
  readonly content: string;
}

function multipartParts(body: Buffer, boundary: string): readonly Part[] {
  const text = body.toString("latin1");
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf("\r\n\r\n");
      const head = Buffer.from(part.slice(0, end), "latin1").toString("utf8");
      const header = (pattern: RegExp) => pattern.exec(head)?.[1];
      const name = header(/[; ]name="([^"]*)"/i);
      const fileName = header(/filename="([^"]*)"/i);
      const type = header(/^content-type: *(.*?)\r?$/im);
      return {
        ...(name !== undefined && { name }),
        ...(fileName !== undefined && { fileName }),
        ...(type !== undefined && { type }),
        content: part.slice(end + 4, -2),
      };
    });
}

/** Decodes what swagger-client passes to fetch. */
export async function theirBody(body: unknown, type: string | undefined): Promise<unknown> {
  if (body === undefined) return undefined;
  if (body instanceof FormData) {
    const parts: Part[] = [];
    for (const [name, value] of body) {
      if (typeof value === "string") {
        parts.push({ name, content: Buffer.from(value, "utf8").toString("latin1") });
      } else {
        const content = Buffer.from(await value.arrayBuffer()).toString("latin1");
        parts.push({
          name,
          fileName: value.name,
          ...(value.type && { type: value.type }),
          content,
        });
      }
    }
    return parts;
  }
  if (body instanceof File) return Buffer.from(await body.arrayBuffer()).toString("base64");
  const essence = type?.split(";")[0]?.trim().toLowerCase() ?? "";
  return typeof body === "object" || isJson(essence) ? body : String(body);
}

function isJson(essence: string): boolean {
  return /^[^/]+\/([^/]*\+)?json$/.test(essence);
}
