/** The smallest image and sound. */
import type { Media } from "../../runtime/index.js";

/** One red pixel. */
export const picture: Media = {
  mimeType: "image/png",
  data: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** A WAV file without a single sample. */
export const sound: Media = {
  mimeType: "audio/wav",
  data: Buffer.from("UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=", "base64"),
};

export function base64(media: Media): string {
  return Buffer.from(media.data).toString("base64");
}
