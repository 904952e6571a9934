/** Header fields of a response. Those of the platform's `fetch` are such. */
export interface ResponseHeaders {
  /** Returns the values of a field, joined by commas. Names are compared without case. */
  get(name: string): string | null;
}
