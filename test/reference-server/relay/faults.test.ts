import { expect, test } from 'vitest';
import { FAULTS, NeedsUpstream } from '../../../reference-server/alterations.ts';
import { createReferenceServer } from '../../../reference-server/server.ts';

test.each([...FAULTS].flatMap(([id, { needsUpstream }]) => (needsUpstream ? id : [])))(
  'faults: %s without a provider is refused in one sentence',
  (id) => {
    expect(() => createReferenceServer({ faults: [id] })).toThrow(NeedsUpstream);
    expect(() => createReferenceServer({ faults: [id] })).toThrow(
      `The fault ${id} changes how the gateway relays requests to a provider. Add --upstream URL.`,
    );
  },
);
