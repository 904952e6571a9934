/** An entry of at most one list. */
export abstract class Linked {
  previous: Linked | undefined;
  next: Linked | undefined;
  list: LinkedList | undefined;
}

/**
 * What is under way, in its order. A `Map` or `Set` would cost a call a tenth of its time: it moves to a new table after every few
 * dozen calls, and V8 keeps a former table that has aged, and so each table after it, until the next full collection.
 */
export class LinkedList<T extends Linked = Linked> {
  #last: T | undefined;
  #size = 0;

  get last(): T | undefined {
    return this.#last;
  }

  get size(): number {
    return this.#size;
  }

  /** @param entry in no list */
  add(entry: T): void {
    const previous = this.#last;
    entry.list = this;
    entry.previous = previous;
    if (previous) previous.next = entry;
    this.#last = entry;
    this.#size += 1;
  }

  /** Does nothing for an entry that is not in the list. */
  remove(entry: T): void {
    if (entry.list !== (this as LinkedList)) return;
    const { previous, next } = entry;
    if (previous) previous.next = next;
    if (next) next.previous = previous;
    else this.#last = previous as T | undefined;
    // An entry that aged would keep its neighbours, and those theirs.
    entry.list = entry.previous = entry.next = undefined;
    this.#size -= 1;
  }

  /** Returns the entries, the last one first. */
  all(): T[] {
    const entries: T[] = [];
    for (let each: Linked | undefined = this.#last; each; each = each.previous) {
      entries.push(each as T);
    }
    return entries;
  }
}
