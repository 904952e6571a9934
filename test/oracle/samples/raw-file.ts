/** A file of a sample: the bytes that the API must get. */
export class RawFile {
  readonly name: string;
  readonly text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }
}
