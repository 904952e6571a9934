/** Pointers to locate in one file, as a tree by key, so that branches without any can be skipped. */
export interface Wanted {
  /** The pointers that end here. */
  readonly pointers: string[];
  readonly children: Map<string, Wanted>;
}

/** @param tokensOf - splits a pointer into keys; pointers it can't split are left out */
export function wantedTree(
  pointers: Iterable<string>,
  tokensOf: (pointer: string) => readonly string[] | undefined,
): Wanted {
  const root = newBranch();
  for (const pointer of pointers) {
    const tokens = tokensOf(pointer);
    if (tokens === undefined) continue;
    let branch = root;
    for (const token of tokens) {
      let child = branch.children.get(token);
      if (child === undefined) branch.children.set(token, (child = newBranch()));
      branch = child;
    }
    branch.pointers.push(pointer);
  }
  return root;
}

/** Sets the offset of every pointer of a branch; pointers that the text does not contain keep it. */
export function placeAll(branch: Wanted, offset: number, found: Map<string, number>): void {
  const open = [branch];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const pointer of next.pointers) found.set(pointer, offset);
    open.push(...next.children.values());
  }
}

function newBranch(): Wanted {
  return { pointers: [], children: new Map() };
}
