import { describe, expect, test } from 'vitest';
import { FAULTS, NeedsUpstream } from '../../../reference-server/alterations.ts';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { STOPS } from '../support/relay-stops.ts';

test.each([...FAULTS.values()].filter(({ needsUpstream }) => needsUpstream).map(({ id }) => id))(
  'faults: %s without a provider is refused in one sentence',
  (id) => {
    expect(() => createReferenceServer({ faults: [id] })).toThrow(NeedsUpstream);
    expect(() => createReferenceServer({ faults: [id] })).toThrow(
      `The fault ${id} changes how the gateway relays requests to a provider. Add --upstream URL.`,
    );
  },
);

test('faults: each that changes how the gateway relays is visible in a test', () => {
  const needing = [...FAULTS.values()].filter(({ needsUpstream }) => needsUpstream);
  expect(STOPS.map(({ fault }) => fault).toSorted()).toEqual(
    needing.map(({ id }) => id).toSorted(),
  );
});

describe.concurrent('relay faults', () => {
  test.each(STOPS)(
    'faults: $fault is visible, and a clean gateway does not show it',
    async (stop) => {
      const { fault, clean, see } = stop;
      expect(await see([])).toEqual(clean);
      expect(await see([fault])).not.toEqual(clean);
    },
  );
});
