import { editsImages, failsUnknownModels, refuses } from '../edits/answers.ts';
import { editItems, without } from '../edits/json.ts';
import { after, before, rescues } from '../edits/steps.ts';
import { checkImages } from '../handlers/images.ts';
import type { Alterations } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

const MAXIMUM = 10;

export const imagesFaults: Alterations = {
  'img-301-all': refuses('images')('Every image request returns 301.')(() =>
    Refusal.badRequest('Moved.').with({
      status: 301,
      headers: { location: '/v2/images/generations' },
    }),
  ),
  'img-data-url-prefix': editsImages('b64_json is a data URL.')((body) =>
    editItems(body, 'data', ({ b64_json: image, ...item }) => ({
      b64_json: `data:image/png;base64,${String(image)}`,
      ...item,
    })),
  ),
  'img-format-ignored': before('checkImages')('The output_format of an image is ignored.')(
    (body) => [without(body, 'output_format')],
  ),
  'img-mime-lie': editsImages('A PNG is declared image/jpeg.')((body) =>
    editItems(body, 'data', (item) => ({ ...item, mime_type: 'image/jpeg' })),
  ),
  'img-missing-prompt-200': before('checkImages')('An image request without a prompt returns 200.')(
    (body) => [{ ...body, prompt: body.prompt ?? 'Anything.' }],
  ),
  'img-n-clamped': before('checkImages')('An n above the maximum is silently reduced.')((body) => [
    typeof body.n === 'number' && body.n > MAXIMUM ? { ...body, n: MAXIMUM } : body,
  ]),
  'img-n-minus-one': editsImages('One image is missing if more than one is requested.')(
    ({ data }) => ({ data: Array.isArray(data) && data.length > 1 ? data.slice(1) : data }),
  ),
  'img-size-ignored': rescues('checkImages')('A malformed size is ignored.')((refusal, body) => {
    if (refusal.param === 'size') return checkImages({ ...body, size: undefined });
    throw refusal;
  }),
  'img-swap-wh': before('draw')('Width and height of an image are swapped.')(
    ({ width, height }, format) => [{ width: height, height: width }, format],
  ),
  'img-truncated': after('draw')('The last 64 bytes of an image are cut off.')((image) =>
    image.subarray(0, -64),
  ),
  'img-two-unasked': before('checkImages')('Two images are returned if n is absent.')((body) => [
    body.n === undefined ? { ...body, n: 2 } : body,
  ]),
  'img-unknown-model-500': failsUnknownModels('images')(
    'An image request with an unknown model returns 500.',
  ),
  'img-url-instead': editsImages('Images have url instead of b64_json.')((body) =>
    editItems(body, 'data', (item) => ({
      url: 'https://images.invalid/image.png',
      ...without(item, 'b64_json'),
    })),
  ),
};
