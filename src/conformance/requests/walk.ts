import { seeded } from '../../input/seeded.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { type Difference, type Trial, trialOf } from './difference.ts';
import type { RequestForm } from './forms.ts';
import { pairwise } from './pairwise.ts';

/** A request of the form with each of the differences alone. */
export function trialsOf(
  gateway: ProbeGateway,
  form: RequestForm,
  differences: readonly Difference[],
): readonly Trial[] {
  return differences.map((difference) =>
    trialOf(form, form.request(gateway.nonce()), [difference]),
  );
}

/**
 * Requests that differ on several axes, in which every two values of two axes meet. The seed of the run
 * decides which values those are in the first rows, and so what is drawn.
 * @param plain makes a request of the form
 * @param most draws only this number of them
 */
export function combined(
  gateway: ProbeGateway,
  form: RequestForm,
  plain: () => ProbeRequest,
  axes: readonly (readonly Difference[])[],
  most: number,
): readonly Trial[] {
  const random = randomOf(gateway);
  const columns = axes
    .filter(({ length }) => length > 0)
    .map((axis) => shuffled<Difference | undefined>([undefined, ...axis], random));
  const rows = pairwise(columns.map(({ length }) => length));
  return rows.slice(0, most).map((row) => {
    const differences = row.flatMap((value, axis) => columns[axis]?.[value] ?? []);
    return trialOf(form, plain(), differences);
  });
}

/** All of the items; in a modest run some of them, which the seed of the run chooses. */
export function drawn<Item>(
  gateway: ProbeGateway,
  items: readonly Item[],
  modest: number,
): readonly Item[] {
  if (gateway.effort === 'thorough') return items;
  return shuffled(items, randomOf(gateway)).slice(0, modest);
}

function randomOf(gateway: ProbeGateway): () => number {
  return seeded(Number.parseInt(gateway.nonce().slice(1), 16));
}

/** The items in an order that the random numbers choose. */
function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
