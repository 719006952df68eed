/** How a measured value is compared with a limit. */
export type Comparator = '<' | '<=' | '>' | '>=';

export function holds(measured: number, comparator: Comparator, bound: number): boolean {
  switch (comparator) {
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
export const OPPOSITE: Readonly<Record<Comparator, Comparator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
