import { describe, expect, test } from 'vitest';
import { interruptWorst } from '../support/interrupt-worst.ts';

/** At once, on a busy machine; `npm run test:deep` requires 5 s for all ten. */
const AT_ONCE_MS = 30_000;

describe.concurrent('worst gateways', () => {
  test.each(['a million events', 'four million levels', 'a status line and nothing more'])(
    'interrupted in the middle of %s, conform ends at once with a partial report',
    async (name) => {
      const { code, endedAfterMs, isPartial } = await interruptWorst(name);
      expect([code, isPartial]).toEqual([130, true]);
      expect(endedAfterMs).toBeLessThan(AT_ONCE_MS);
    },
  );
});
