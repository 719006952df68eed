import { readImage } from '../../../answers/images/read-image.ts';
import { objectsIn } from '../../../answers/json.ts';
import type { Behaviour } from '../../behaviour.ts';
import { failureWords, jsonIn } from '../../observations/observation-words.ts';
import { imagesLeftOpen } from '../../probes/unspecified.ts';

export const imagesSizeLeftOut: Behaviour = {
  id: 'images-size-left-out',
  question: 'Of which size is an image when size is absent?',
  silence:
    'Which types of images come, and what the gateway takes when n or size is absent: not shown.',
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
