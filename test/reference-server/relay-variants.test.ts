import { describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/server.ts';
import { RELAY_VARIANTS } from '../support/relay/variant-lists.ts';
import { ODD_RELAYS } from './support/odd-relays.ts';

describe.concurrent('relay variants', () => {
  test.each(ODD_RELAYS)(
    'variants: $id is visible, and a clean gateway does not show it',
    async ({ id, see, clean, odd }) => {
      expect(await see([])).toEqual(clean);
      expect(await see([id])).toEqual(odd);
    },
  );
});

test('variants: each that changes how the gateway relays is visible in a test', () => {
  expect(ODD_RELAYS.map(({ id }) => id).toSorted()).toEqual(RELAY_VARIANTS.toSorted());
});

test.each([
  ['variant', { variants: ['relay-own-ids'] }],
  ['fault', { faults: ['relay-trim-answer'] }],
])('a %s of relays is refused without a provider', (kind, options) => {
  const [[id] = []] = Object.values(options);
  expect(() => createReferenceServer(options)).toThrow(
    `The ${kind} ${id} changes how the gateway relays requests to a provider. Add --upstream URL.`,
  );
});
