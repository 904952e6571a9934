/** Compares a tool as it is listed with the operation as the document has it. */
import type { Operation } from "../../../runtime/contract/operation.js";
import { argumentOf, bindingOf, fieldOf } from "../arguments.js";
import type { Where } from "../compare.js";
import { bodyExamples } from "../raw/body-examples.js";
import type { RawBody, RawMediaType, RawOperation } from "../raw/model.js";
import { asMapping } from "../raw/nodes.js";
import type { RawDocument } from "../raw/raw-document.js";
import { isReadOnly } from "../raw/read-only.js";
import { SchemaOpener } from "../samples/conjunction.js";
import type { ListedTool } from "../served.js";

/** `theirs` is what the document says. */
export interface ListedFault {
  readonly where: Extract<Where, "offered" | "required">;
  readonly name: string;
  readonly ours: string;
  readonly theirs: string;
  /** A media type without an argument, and those that have one. */
  readonly type?: RawMediaType;
  readonly offered?: readonly RawMediaType[];
  /** Of the body that offers a read-only member. */
  readonly examples?: readonly unknown[];
}

export class ListedCheck {
  readonly #document: RawDocument;
  readonly #opener: SchemaOpener;

  constructor(document: RawDocument) {
    this.#document = document;
    this.#opener = new SchemaOpener(document);
  }

  /** @param request the names of arguments are the product's own */
  faults(
    operation: RawOperation,
    request: Operation["request"],
    { inputSchema }: ListedTool,
  ): readonly ListedFault[] {
    const found: ListedFault[] = [];
    const listed = asMapping(inputSchema["properties"]);
    const required = new Set(inputSchema["required"] as readonly string[] | undefined);
    const expect = (name: string, arg: string | undefined, isRequired: boolean): void => {
      if (arg === undefined || !Object.hasOwn(listed, arg)) {
        found.push({ where: "offered", name, ours: "", theirs: name });
      } else if (required.has(arg) !== isRequired) {
        const ours = wordOf(required.has(arg));
        found.push({ where: "required", name, ours, theirs: wordOf(isRequired) });
      }
    };
    for (const { in: place, name, required: isRequired } of operation.parameters) {
      const arg = argumentOf(request, `${place}.${name}`);
      expect(`${place} ${name}`, arg, isRequired || place === "path");
    }
    const { body } = operation;
    if (!body) return found;
    for (const type of body.content) {
      const binding = bindingOf(request, type.type);
      if (!binding) {
        const offered = body.content.filter((each) => bindingOf(request, each.type));
        found.push({ where: "offered", name: "type", ours: "", theirs: type.type, type, offered });
      } else if (binding.arg !== undefined) expect("body", binding.arg, body.required);
      else {
        for (const { name, isRequired, isOmitted } of this.#members(type, body)) {
          const arg = fieldOf(binding, name);
          if (!isOmitted) expect(`body ${name}`, arg, isRequired);
          else if (arg !== undefined && Object.hasOwn(listed, arg)) {
            found.push({
              where: "offered",
              name: `body ${name}`,
              ours: "read-only",
              theirs: "",
              examples: bodyExamples(type, this.#document.files),
            });
          }
        }
      }
    }
    return found;
  }

  /** Returns the members of a body that is a plain object. */
  #members({ schema }: RawMediaType, body: RawBody): readonly BodyMember[] {
    let isUnion = false;
    const all =
      schema &&
      this.#opener.open([schema], () => {
        isUnion = true;
        return 0;
      });
    // Which members a union has depends on its branch: samples show that.
    if (!all || isUnion) return [];
    const isOld = this.#document.version === "2.0" || this.#document.version === "3.0";
    return [...all.properties].flatMap(([name, schemas]) => {
      const isOmitted = schemas.some((each) => isReadOnly(each, this.#document));
      // Since version 3.1 a request may have what is read-only; the API ignores it.
      if (isOmitted && !isOld) return [];
      return [{ name, isOmitted, isRequired: body.required && all.required.includes(name) }];
    });
  }
}

interface BodyMember {
  readonly name: string;
  /** A request should not have it. @see OpenAPI 3.0.4 Schema Object, `readOnly` */
  readonly isOmitted: boolean;
  readonly isRequired: boolean;
}

function wordOf(isRequired: boolean): string {
  return isRequired ? "required" : "optional";
}
