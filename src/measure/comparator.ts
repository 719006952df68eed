/** How a measured value is compared with a limit. */
export type Comparator = '<' | '<=' | '>' | '>=';

export function satisfies(measured: number, comparator: Comparator, limit: number): boolean {
  switch (comparator) {
    case '<':
      return measured < limit;
    case '<=':
      return measured <= limit;
    case '>':
      return measured > limit;
    case '>=':
      return measured >= limit;
  }
}

/** True exactly when the other is not. */
export const OPPOSITE: Readonly<Record<Comparator, Comparator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
