import { readImage } from '../../../answers/images/read-image.ts';
import { objectsIn } from '../../../answers/json.ts';
import type { Behaviour } from '../../behaviour.ts';
import { failureWords, jsonIn } from '../../observations/observation-words.ts';
import { imagesLeftOpen } from '../../probes/unspecified.ts';

export const imagesSizeLeftOut: Behaviour = {
  id: 'images-size-left-out',
  question: 'Which size does an image have if size is absent?',
  silence: 'The types of images, and the defaults of n and size: not shown.',
  probe: imagesLeftOpen,

  observe({ series }) {
    return series
      .filter(({ label }) => label === 'size')
      .flatMap(({ exchanges }) =>
        exchanges.map((exchange) => {
          const [item] = objectsIn(jsonIn(exchange)?.data);
          const base64 = item?.b64_json;
          if (typeof base64 !== 'string')
            return { subject: '', value: failureWords(exchange), exchange };
          const image = readImage(Buffer.from(base64, 'base64'));
          const value = image.kind === 'whole' ? `${image.width}x${image.height}` : image.kind;
          return { subject: '', value, exchange };
        }),
      );
  },
};
