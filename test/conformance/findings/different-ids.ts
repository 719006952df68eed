import { SeenIds } from '../../../src/conformance/findings/unique-ids.ts';

type IdOf = (at: number) => string;

/** Ways in which gateways number their answers. */
export const DIFFERENT_IDS: readonly (readonly [way: string, idOf: IdOf])[] = [
  ['a counter', (at) => `chatcmpl-${at}`],
  ['a counter at the front', (at) => `${at}-chatcmpl`],
  ['hex digits', (at) => `chatcmpl-0000000000000000${at.toString(16).padStart(8, '0')}`],
  ['one letter of two thousand', (at) => `${'x'.repeat(at % 2000)}${at}`],
];

/** The numbers of the ids that are taken for one seen before, although all are different. */
export function takenForSeen(idOf: IdOf, count: number): readonly number[] {
  const ids = new SeenIds();
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    if (ids.add(idOf(at), at) !== undefined) taken.push(at);
  }
  return taken;
}
