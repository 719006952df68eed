import { editsImages } from '../edits/answers.ts';
import { readsImages, refuses } from '../edits/requests.ts';
import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

const MAXIMUM = 10;

export const imagesFaults: readonly Alteration[] = [
  refuses(
    'img-301-all',
    'Every image request returns 301.',
    'images',
    Refusal.badRequest('Moved.').with({
      status: 301,
      headers: { location: '/v2/images/generations' },
    }),
  ),
  {
    id: 'img-data-url-prefix',
    summary: 'b64_json is a data URL.',
    hooks: ({ presentImages }) => ({
      presentImages(images) {
        const base64 = images.base64.map((image) => `data:image/png;base64,${image}`);
        return presentImages({ ...images, base64 });
      },
    }),
  },
  editsImages('img-mime-lie', 'A PNG is declared image/jpeg.', (_, { base64, prompt }) => ({
    data: base64.map((image) => ({
      b64_json: image,
      mime_type: 'image/jpeg',
      revised_prompt: prompt,
    })),
  })),
  readsImages(
    'img-missing-prompt-200',
    'An image request without a prompt returns 200.',
    (body) => ({
      ...body,
      prompt: body.prompt ?? 'Anything.',
    }),
  ),
  readsImages('img-n-clamped', 'An n above the maximum is silently reduced.', (body) =>
    typeof body.n === 'number' && body.n > MAXIMUM ? { ...body, n: MAXIMUM } : body,
  ),
  {
    id: 'img-n-minus-one',
    summary: 'One image is missing if more than one is requested.',
    hooks: ({ presentImages }) => ({
      presentImages(images) {
        const { base64 } = images;
        return presentImages({ ...images, base64: base64.length > 1 ? base64.slice(1) : base64 });
      },
    }),
  },
  {
    id: 'img-size-ignored',
    summary: 'A malformed size is ignored.',
    hooks: ({ checkImages }) => ({
      checkImages(body) {
        return onRefusal(
          () => checkImages(body),
          (refusal) => {
            if (refusal.param === 'size') return checkImages({ ...body, size: undefined });
            throw refusal;
          },
        );
      },
    }),
  },
  {
    id: 'img-swap-wh',
    summary: 'Width and height of an image are swapped.',
    hooks: ({ draw }) => ({
      draw: ({ width, height }) => draw({ width: height, height: width }),
    }),
  },
  {
    id: 'img-truncated',
    summary: 'The last 64 bytes of an image are cut off.',
    hooks: ({ draw }) => ({ draw: (size) => draw(size).subarray(0, -64) }),
  },
  readsImages('img-two-unasked', 'Two images are returned if n is absent.', (body) =>
    body.n === undefined ? { ...body, n: 2 } : body,
  ),
  {
    id: 'img-unknown-model-500',
    summary: 'An image request with an unknown model returns 500.',
    hooks: ({ checkImages }) => ({
      checkImages(body) {
        return onRefusal(
          () => checkImages(body),
          (refusal) => {
            throw refusal.code === 'model_not_found' ? Refusal.failed() : refusal;
          },
        );
      },
    }),
  },
  editsImages(
    'img-url-instead',
    'Images have url instead of b64_json.',
    (_, { base64, prompt }) => ({
      data: base64.map((_image, index) => ({
        url: `https://images.invalid/${index}.png`,
        mime_type: 'image/png',
        revised_prompt: prompt,
      })),
    }),
  ),
];
