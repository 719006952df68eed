import type { Alteration } from '../hooks.ts';
import { editItems } from '../relay/edit-answer.ts';

const MARK = Buffer.from('stored');

export const relayImageReencoded: Alteration = {
  id: 'relay-image-reencoded',
  summary: 'An image of the provider is encoded again, with other bytes.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (body, ...rest) =>
      editItems(relayBody(body, ...rest), 'data', (item) => {
        const { b64_json: image } = item;
        if (typeof image !== 'string') return item;
        const bytes = Buffer.concat([Buffer.from(image, 'base64'), MARK]);
        return { ...item, b64_json: bytes.toString('base64') };
      }),
  }),
};
