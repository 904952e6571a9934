import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Some tests of a schema, as the suite has them. */
export interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** The official JSON-Schema-Test-Suite of one commit. */
export interface Archive {
  readonly commit: string;
  readonly licence: string;
  readonly dialects: Readonly<Record<string, Readonly<Record<string, readonly Group[]>>>>;
}

export function readArchive(): Archive {
  const bytes = readFileSync(new URL("suite.json.gz", import.meta.url));
  return JSON.parse(gunzipSync(bytes).toString("utf8")) as Archive;
}
