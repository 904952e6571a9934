/** An answer that is neither JSON nor text: an image, audio, a PDF … */
export interface Media {
  /** As the upstream declared it, without parameters. */
  readonly mimeType: string;
  readonly data: Uint8Array;
}
