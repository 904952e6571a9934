import type { BodyBinding, PartHeader } from "../../../runtime/contract/operation.js";
import type { MediaType, Schema } from "../../operations/model.js";

export type BodyPlan =
  | { readonly kind: "none" }
  /** None of its media types can be sent. */
  | { readonly kind: "unsendable"; readonly reason?: string }
  | SentBody;

export type SentBody =
  /** Its properties are arguments. */
  | (CommonPlan & {
      readonly kind: "fields";
      readonly fields: readonly BodyField[];
      /** Minimum number of arguments, all of which are fields then. */
      readonly minProperties?: number;
      /** Present if unknown arguments are members of the body: the properties that are not sent, such as readOnly ones. */
      readonly neverSent?: readonly string[];
    })
  /** One argument is the whole body. */
  | (CommonPlan & {
      readonly kind: "whole";
      readonly schema: Schema;
      readonly description?: string;
    });

interface CommonPlan {
  readonly binding: BodyConstants;
  readonly partHeaders?: readonly PartHeaderField[];
  /** Other media types that the same arguments can be sent as; a further argument chooses between them. */
  readonly others?: readonly BodyConstants[];
  /** For each media type, the index of its schema in the `anyOf` of the body; present if they have different ones. */
  readonly forms?: readonly number[];
}

export interface BodyField {
  readonly property: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export interface PartHeaderField {
  readonly property: string;
  readonly header: string;
  readonly schema: Schema;
  /** The header and its part are required. */
  readonly required: boolean;
  readonly description?: string;
  /** How its value is written. */
  readonly format: Pick<PartHeader, "explode" | "content">;
}

/** The members of a binding that don't depend on the names of arguments. */
export type BodyConstants = Omit<BodyBinding, "fields" | "restExcept" | "arg">;

export type SendKind =
  | "json"
  /** Sent as JSON, which is valid YAML. */
  | "yaml"
  | "form"
  | "multipart"
  | "xml"
  /** JSON items one after the other. */
  | "sequence"
  | "text"
  | "file";

/** A media type of a body that the runtime can send. */
export interface SendableBody {
  readonly kind: SendKind;
  readonly content: MediaType;
  /** Further media types that a file may be sent as; empty for other kinds. */
  readonly alike: readonly MediaType[];
}
