import { ImagesResponseSchema } from '../../../contract/images.ts';
import { fewImages } from '../../probes/images.ts';
import { body } from '../../rows/members.ts';

const ITEM = { b64_json: 'iVBORw0KGgo=', mime_type: 'image/png' };

export const imagesShape = body('images-shape', {
  level: 'must',
  stated:
    'interface §Image generation response: "created | integer", "data | array | Each item: b64_json (string, base64 image content), mime_type (string), revised_prompt (string)", "usage | object"; §Endpoints: "JSON image response (application/json)"',
  statement:
    'An image answer is application/json with created, data and usage. Every item of data has b64_json and mime_type.',
  harm: 'A client reads the picture from `data[0].b64_json`: with a link or nothing there, it has no picture to show, although the caller paid for it.',
  provenBy: 'img-url-instead',
  operations: ['images'],
  probe: fewImages,
  schema: ImagesResponseSchema,
  legal: [{ data: [{ ...ITEM, revised_prompt: null, seed: 4 }] }],
  illegal: [
    { data: [{ url: 'https://example.com/1.png', mime_type: 'image/png' }] },
    { data: [ITEM, { b64_json: ITEM.b64_json }] },
    { data: [{ ...ITEM, revised_prompt: 1 }] },
    { data: ITEM },
    { created: '1760000000', usage: undefined },
  ],
});
