import type { ProbeGateway } from '../gateway.ts';

/** This number of repeats; fewer in a modest run. */
export function repeats({ effort }: ProbeGateway, all: number, modest: number): number {
  return effort === 'modest' ? Math.min(all, modest) : all;
}

/** All of them; in a modest run the first few. */
export function fewer<Item>(
  gateway: ProbeGateway,
  all: readonly Item[],
  modest: number,
): readonly Item[] {
  return all.slice(0, repeats(gateway, all.length, modest));
}
