import { seeded } from '../../input/seeded.ts';
import type { ProbeGateway } from '../gateway.ts';
import { type Difference, type Trial, trialOf } from './difference.ts';
import type { RequestForm } from './forms.ts';
import { pairwise } from './pairwise.ts';

/** A request of the form with each of the differences alone. */
export function each(
  gateway: ProbeGateway,
  form: RequestForm,
  differences: readonly Difference[],
): readonly Trial[] {
  return differences.map((difference) =>
    trialOf(form, form.request(gateway.nonce()), [difference]),
  );
}

/**
 * Requests of the form that differ on several axes, in which every two values of two axes meet. The
 * seed of the run decides which values those are in the first rows, and so what a modest run sends.
 * @param most draws only this number of them
 */
export function combined(
  gateway: ProbeGateway,
  form: RequestForm,
  axes: readonly (readonly Difference[])[],
  most = Number.POSITIVE_INFINITY,
): readonly Trial[] {
  const word = gateway.nonce();
  const random = seeded(Number.parseInt(word.slice(1), 16));
  const columns = axes
    .filter(({ length }) => length > 0)
    .map((axis) => shuffled<Difference | undefined>([undefined, ...axis], random));
  const rows = pairwise(columns.map(({ length }) => length));
  return rows.slice(0, most).map((row) => {
    const differences = row.flatMap((value, axis) => columns[axis]?.[value] ?? []);
    return trialOf(form, form.request(gateway.nonce()), differences);
  });
}

/** The items in an order that the random numbers choose. */
function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
