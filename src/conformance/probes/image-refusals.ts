import type { Probe } from '../rule.ts';
import { imageRequest } from './requests.ts';
import { type LabelledRequest, withControl } from './with-control.ts';

/** Sizes that are not <width>x<height> in whole pixels. */
export const oddSizes: Probe<'series'> = oddImages('odd-image-sizes', () =>
  ['1024', '1024*1024', '0x0', '-1x8', '1e3x1e3', 'axb'].map((size) => ['size', size]),
);

/** Impossible numbers of images, and one more than the maximum. */
export const oddNumbers: Probe<'series'> = oddImages('odd-numbers-of-images', (imagesMaximum) =>
  [0, -1, 1.5, '2', imagesMaximum + 1].map((n) => ['n', n]),
);

/** Values that are not a prompt. */
export const oddPrompts: Probe<'series'> = oddImages('odd-image-prompts', () =>
  [undefined, null, '', 7].map((prompt) => ['prompt', prompt]),
);

/** A model of no provider. */
export const unknownImageModel: Probe<'series'> = {
  name: 'unknown-image-model',
  run(gateway) {
    const prompt = `A red circle on white, for ${gateway.nonce()}.`;
    const model = `no-such-model-${gateway.nonce()}`;
    return withControl(gateway, imageRequest(gateway.expect, { prompt }), [
      ['an unknown model', imageRequest(gateway.expect, { prompt, model })],
    ]);
  },
};

function oddImages(
  name: string,
  odd: (imagesMaximum: number) => readonly (readonly [member: string, value: unknown])[],
): Probe<'series'> {
  return {
    name,
    run(gateway) {
      const { expect } = gateway;
      const request = (also?: Readonly<Record<string, unknown>>) => {
        const prompt = `A red circle on white, for ${gateway.nonce()}.`;
        return imageRequest(expect, { prompt, ...(also && { also }) });
      };
      const trials = odd(expect.imagesMaximum).map(([member, value]): LabelledRequest => {
        const written =
          value === undefined ? `no ${member}` : `${member} of ${JSON.stringify(value)}`;
        return [written, request({ [member]: value })];
      });
      return withControl(gateway, request(), trials);
    },
  };
}
