import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

const MAXIMUM = 10;

export const imagesFaults: readonly Alteration[] = [
  {
    id: 'img-301-all',
    summary: 'Every image request returns 301.',
    hooks: ({ limit }) => ({
      limit: refuseEveryNth(limit, {
        operation: 'images',
        every: 1,
        refusal: Refusal.badRequest('Moved.').with({
          status: 301,
          headers: { location: '/v2/images/generations' },
        }),
      }),
    }),
  },
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
  {
    id: 'img-mime-lie',
    summary: 'A PNG is declared image/jpeg.',
    hooks: ({ presentImages }) => ({
      presentImages(images) {
        const data = images.base64.map((image) => ({
          b64_json: image,
          mime_type: 'image/jpeg',
          revised_prompt: images.prompt,
        }));
        return { ...presentImages(images), data };
      },
    }),
  },
  {
    id: 'img-missing-prompt-200',
    summary: 'An image request without a prompt returns 200.',
    hooks: ({ checkImages }) => ({
      checkImages: (body) => checkImages({ ...body, prompt: body.prompt ?? 'Anything.' }),
    }),
  },
  {
    id: 'img-n-clamped',
    summary: 'An n above the maximum is silently reduced.',
    hooks: ({ checkImages }) => ({
      checkImages(body) {
        const { n } = body;
        const many = typeof n === 'number' && n > MAXIMUM;
        return checkImages(many ? { ...body, n: MAXIMUM } : body);
      },
    }),
  },
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
  {
    id: 'img-two-unasked',
    summary: 'Two images are returned if n is absent.',
    hooks: ({ checkImages }) => ({
      checkImages: (body) => checkImages(body.n === undefined ? { ...body, n: 2 } : body),
    }),
  },
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
  {
    id: 'img-url-instead',
    summary: 'Images have url instead of b64_json.',
    hooks: ({ presentImages }) => ({
      presentImages(images) {
        const data = images.base64.map((_image, index) => ({
          url: `https://images.invalid/${index}.png`,
          mime_type: 'image/png',
          revised_prompt: images.prompt,
        }));
        return { ...presentImages(images), data };
      },
    }),
  },
];
