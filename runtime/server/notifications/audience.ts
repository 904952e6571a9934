type End = () => void;

/** Runs work only while a server has listeners. */
export class Audience {
  #size = 0;
  /** By what begins it. */
  readonly #works = new Map<() => End, End | undefined>();

  /** Adds a listener. @returns takes it away */
  join(): End {
    if (this.#size++ === 0) for (const begin of this.#works.keys()) this.#works.set(begin, begin());
    let leave: End | undefined = () => {
      if (--this.#size === 0) for (const begin of this.#works.keys()) this.#end(begin);
    };
    return () => {
      leave?.();
      leave = undefined;
    };
  }

  /** Adds work. @returns ends it for good */
  during(begin: () => End): End {
    this.#works.set(begin, this.#size > 0 ? begin() : undefined);
    return () => {
      this.#end(begin);
      this.#works.delete(begin);
    };
  }

  #end(begin: () => End): void {
    const end = this.#works.get(begin);
    this.#works.set(begin, undefined);
    end?.();
  }
}
