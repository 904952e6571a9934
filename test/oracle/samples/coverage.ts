/** What samples have contained so far: the branches of unions and the members of objects of a document. */
export class Coverage {
  readonly #branches = new Map<string, { readonly sent: number[]; readonly tried: number[] }>();
  readonly #members = new Map<string, boolean>();
  /** What the sample that is being made contains. */
  #current: { branches: [string, number][]; members: string[] } = { branches: [], members: [] };
  #met = new Set<string>();

  /** Begins a sample. */
  begin(): void {
    this.#current = { branches: [], members: [] };
  }

  /** Begins the samples of an operation. */
  beginOperation(): void {
    this.#met = new Set();
  }

  /** Chooses the branch that was tried least, the earliest first. @param place of the union */
  choose(place: string, count: number): number {
    let known = this.#branches.get(place);
    if (!known) {
      known = { sent: Array<number>(count).fill(0), tried: Array<number>(count).fill(0) };
      this.#branches.set(place, known);
    }
    this.#met.add(place);
    const { tried } = known;
    const chosen = tried.indexOf(Math.min(...tried));
    tried[chosen]! += 1;
    this.#current.branches.push([place, chosen]);
    return chosen;
  }

  isNew(member: string): boolean {
    const known = this.#members.get(member);
    if (known === undefined) this.#members.set(member, false);
    return known !== true;
  }

  contains(member: string): void {
    this.#current.members.push(member);
  }

  /** The API got the sample. */
  commit(): void {
    for (const [place, branch] of this.#current.branches) {
      const known = this.#branches.get(place)!;
      known.sent[branch]! += 1;
    }
    for (const member of this.#current.members) this.#members.set(member, true);
  }

  /** Whether a union of the operation has a branch that was never sent and not tried often in vain. */
  get isIncomplete(): boolean {
    return [...this.#met].some((place) => {
      const { sent, tried } = this.#branches.get(place)!;
      return sent.some((times, index) => times === 0 && tried[index]! < mostTries);
    });
  }

  get figures(): CoverageFigures {
    const sent = [...this.#branches.values()].flatMap((each) => each.sent);
    return {
      branches: sent.length,
      branchesSent: sent.filter((times) => times > 0).length,
      members: this.#members.size,
      membersSent: [...this.#members.values()].filter(Boolean).length,
    };
  }
}

const mostTries = 4;

export interface CoverageFigures {
  readonly branches: number;
  readonly branchesSent: number;
  readonly members: number;
  readonly membersSent: number;
}
