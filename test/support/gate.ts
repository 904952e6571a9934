/** A promise that a test resolves by `open`. */
export class Gate {
  readonly passed = new Promise<void>((resolve) => {
    this.open = resolve;
  });
  declare open: () => void;
}
