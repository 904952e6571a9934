import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Documents that are given as values. The pipeline reads each as if it were a file with a name of its own. */
export class InlineDocuments {
  /** JSON texts by the URLs of their files. */
  readonly texts = new Map<string, string>();

  /**
   * Adds a document.
   *
   * @param file its path if no other document has it, on the disk or here
   * @param value a value of the types that JSON has
   * @returns its path
   * @throws TypeError for a value that JSON has no text for, such as a circle
   */
  add(file: string, value: object): string {
    return this.addText(file, JSON.stringify(value, null, 2));
  }

  addText(file: string, text: string): string {
    const extension = path.extname(file);
    const stem = file.slice(0, file.length - extension.length);
    let free = file;
    for (let count = 2; this.texts.has(urlOf(free)) || existsSync(free); count += 1) {
      free = `${stem}-${count}${extension}`;
    }
    this.texts.set(urlOf(free), text);
    return free;
  }
}

function urlOf(file: string): string {
  return pathToFileURL(file).href;
}
