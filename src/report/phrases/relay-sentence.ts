import type { LoadReport } from '../schema/load.ts';
import { formatCount } from './number-format.ts';

/** How much of the traffic was seen at both ends; undefined without an upstream. */
export function relaySentence({ relays }: LoadReport): string | undefined {
  if (relays === undefined) return undefined;
  const { sent, matched, lost } = relays;
  const forgotten =
    lost === 0
      ? ''
      : ` ${formatCount(lost)} were not compared, because the memory for them was full.`;
  const found = `Both ends: ${formatCount(matched)} of ${formatCount(sent)} requests were found upstream.`;
  const missing =
    matched === 0 && sent > 0 ? ' Configure the gateway to use the upstream as its provider.' : '';
  return `${found}${forgotten}${missing}`;
}
