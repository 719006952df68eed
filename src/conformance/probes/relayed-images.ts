import { pngOf } from '../../exchange/upstream/scripted-png.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed } from './relayed.ts';
import { accepted, imageRequest, legal } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** Images of three sizes, and two at once. */
export const relayedImages: Probe<'relay'> = {
  name: 'images-seen-at-both-ends',
  alone: true,
  modest: '1 image of 1 KiB instead of five in three sizes',
  async run(gateway) {
    const [size] = gateway.expect.imageSizes;
    if (!gateway.offers('images') || size === undefined) return [];
    const sent = await sequentially(fewer(gateway, SIZES, 1), async ({ label, bytes, n, send }) => {
      const nonce = gateway.nonce();
      const contentBase64 = pngOf(size, bytes, nonce).toString('base64');
      await gateway.upstream.script(nonce, [{ contentBase64 }]);
      const prompt = `A black square, for ${nonce}.`;
      const exchange = await gateway.send(send(imageRequest(gateway.expect, { prompt, size, n })));
      // The content need not stay in the upstream.
      await gateway.upstream.script(nonce, []);
      return { label, nonce, exchanges: [exchange] };
    });
    return relayed(gateway, sent);
  },
};

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES = [
  { label: '1 KiB', bytes: KIB, n: 1, send: accepted },
  { label: '1 MiB', bytes: MIB, n: 1, send: accepted },
  { label: '8 MiB', bytes: 8 * MIB, n: 1, send: accepted },
  // A gateway need not offer more than one.
  { label: 'two of 1 KiB', bytes: KIB, n: 2, send: legal },
];
