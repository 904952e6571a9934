/** Numbers for the keywords of schemas. */
export interface NumberRules {
  readonly whole: boolean;
  /** Greatest of the lower bounds. */
  readonly minimum: number;
  readonly above: number;
  readonly maximum: number;
  readonly below: number;
  readonly steps: readonly number[];
}

/** Returns the numbers to try, simplest first. */
export function numbersFor(rules: NumberRules): readonly number[] {
  const { whole, minimum, above, maximum, below, steps } = rules;
  const step = steps.length > 0 ? Math.max(...steps) : whole ? 1 : 0.25;
  const fits = (value: number): boolean =>
    value >= minimum &&
    value > above &&
    value <= maximum &&
    value < below &&
    (!whole || Number.isInteger(value)) &&
    steps.every((each) => isMultiple(value, each));
  const floor = Math.max(minimum, above, -1e15);
  const ceiling = Math.min(maximum, below, 1e15);
  const multiples = [Math.ceil(floor / step), Math.floor(ceiling / step)].flatMap((times) =>
    [-1, 0, 1].map((beside) => round((times + beside) * step)),
  );
  const middle = (floor + ceiling) / 2;
  const candidates = [3, 1, 2, 12, 1.5, 0, -1, 0.5, ...multiples, middle, Math.floor(middle)];
  return [...new Set(candidates.filter(fits))];
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

/** Removes the noise of binary fractions: 3 * 0.1 is 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}
