import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { keyLengths } from '../../../src/conformance/probes/key-lengths.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { header } from '../../../src/exchange/exchange.ts';

test('key lengths: keys beside an API key of letters and digits in a row are recorded whole', async () => {
  const first = 'ref_live_abcdefghijklmnopqrstuvwxyz0123456789';
  const server = createReferenceServer({ keys: [first, 'ref_live_another'] });
  const { address } = await server.listen();
  const { expect: settings } = resolveProfile(referenceProfile, []);
  const gateways = createProbeGateways({ address, keys: { first }, expect: settings, seed: 1 });
  try {
    const gathered = await keyLengths.run(gateways.gatewayFor(keyLengths));
    const lengths = gathered
      .flatMap((piece) => ('exchanges' in piece ? piece.exchanges : []))
      .map(({ request }) => header(request.headers, 'idempotency-key')?.length);
    expect(lengths.filter((length) => length === 255)).toHaveLength(5);
    expect(lengths.filter((length) => length === 256)).toHaveLength(5);
  } finally {
    await gateways.close();
    await server.close(0);
  }
});
