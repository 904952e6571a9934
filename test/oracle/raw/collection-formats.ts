/** How a list of Swagger 2.0 is written, in the words of OpenAPI 3. */
export interface ListFormat {
  readonly style: string;
  readonly explode: boolean;
}

/** @see Swagger 2.0 Parameter Object, `collectionFormat` */
export const collectionFormats: Readonly<Record<string, ListFormat>> = {
  csv: { style: "form", explode: false },
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  tsv: { style: "tabDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
};
