/** A response that is neither JSON nor text: an image, audio, a PDF … */
export interface Media {
  /** The media type from the API, without parameters. */
  readonly mimeType: string;
  /** The bytes. */
  readonly data: Uint8Array;
}
