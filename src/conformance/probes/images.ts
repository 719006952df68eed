import { accepted, imageRequest, legal } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';

/** One image, then two at once, of the sizes that the target is known to support. */
export const fewImages: Probe<'answer'> = {
  name: 'few-images',
  async run(gateway) {
    const { expect } = gateway;
    const draw = (n: number, size: string | undefined) => {
      const prompt = `A red circle on white, for ${gateway.nonce()}.`;
      const request = imageRequest(expect, { prompt, also: { n, size } });
      return gateway.send(n === 1 ? accepted(request) : legal(request));
    };
    return [await draw(1, expect.imageSizes[0]), await draw(2, expect.imageSizes.at(-1))];
  },
};

/** One image, requested without n. */
export const imageWithoutN: Probe<'answer'> = {
  name: 'image-without-n',
  async run(gateway) {
    const prompt = `A red circle on white, for ${gateway.nonce()}.`;
    const request = imageRequest(gateway.expect, { prompt, also: { n: undefined } });
    return [await gateway.send(accepted(request))];
  },
};
