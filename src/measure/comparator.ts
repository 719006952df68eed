/** How what was measured must stand to a bound. */
export type Comparison = '<' | '<=' | '>' | '>=';

export function holds(measured: number, comparison: Comparison, bound: number): boolean {
  switch (comparison) {
    case '<':
      return measured < bound;
    case '<=':
      return measured <= bound;
    case '>':
      return measured > bound;
    case '>=':
      return measured >= bound;
  }
}

/** True exactly when the other is not. */
export const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
