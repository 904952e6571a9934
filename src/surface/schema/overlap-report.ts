import type { Diagnostic, Place } from "../../diagnostics/diagnostic.js";
import { below } from "../../diagnostics/place.js";
import type { NamedSchemas, Operation, Schema } from "../../operations/model.js";
import type { SurfaceSchema } from "../model.js";
import { refName } from "./object-shape.js";
import { subschemaKind } from "./subschemas.js";
import type { Unions } from "./unions.js";

/** Reports the unions in arguments whose alternatives the document does not tell apart. */
export class OverlapReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly #unions: Unions;

  constructor(unions: Unions) {
    this.#unions = unions;
  }

  addOperation({ parameters, body }: Operation): void {
    for (const { schema, place } of parameters) this.#walk(schema, below(place, "schema"));
    for (const { schema = true, itemSchema = true, place } of body?.contents ?? []) {
      this.#walk(schema, below(place, "schema"));
      this.#walk(itemSchema, below(place, "itemSchema"));
    }
  }

  addSchema({ source, direction }: SurfaceSchema, schemas: NamedSchemas): void {
    const named = schemas.get(source);
    if (named && direction !== "output") this.#walk(named.schema, named.place);
  }

  #walk(schema: Schema, place: Place): void {
    if (typeof schema === "boolean") return;
    for (const [keyword, value] of Object.entries(schema)) {
      const at = below(place, keyword);
      switch (subschemaKind(keyword)) {
        case "single":
          this.#walk(value as Schema, at);
          break;
        case "listed":
        case "named":
          for (const [key, part] of Object.entries(value as object)) {
            this.#walk(part as Schema, below(at, key));
          }
          break;
        case undefined:
      }
      if (keyword === "oneOf") this.#check(schema, at);
    }
  }

  #check(schema: Exclude<Schema, boolean>, place: Place): void {
    const { overlap } = this.#unions.ruleOf(schema);
    if (!overlap) return;
    const alternatives = schema["oneOf"] as readonly Schema[];
    const [one, other] = overlap.map((at) => nameOf(alternatives[at] ?? true, at));
    this.diagnostics.push({
      code: "forms-overlap",
      severity: "warning",
      message: `\`oneOf\` asks for exactly one of its forms, but values of ${one} can fit ${other} as well. A value that fits at least one form is sent, and the API decides.`,
      place,
      hint: "A required member with a constant of its own in each form would tell them apart.",
    });
  }
}

function nameOf(schema: Schema, at: number): string {
  const name = typeof schema === "object" ? refName(schema["$ref"]) : undefined;
  return name ?? `form ${at + 1}`;
}
