import { imageType, readImage } from '../../answers/images/read-image.ts';
import { objectsIn } from '../../answers/json.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import type { Behaviour } from '../behaviour.ts';
import {
  describeJson,
  failureWords,
  jsonIn,
  ofEach,
  statusWords,
  successes,
} from '../observations/observation-words.ts';
import { oddNumbers, oddSizes } from '../probes/bad-fields.ts';
import { fewImages } from '../probes/images.ts';
import { imagesLeftOpen } from '../probes/unspecified.ts';

export const images: readonly Behaviour[] = [
  {
    id: 'image-format',
    question: 'Which type and size do the images have?',
    silence: 'The types of images, and the defaults of n and size: not shown.',
    probe: fewImages,

    observe({ exchanges }) {
      return successes(exchanges).flatMap((exchange) => {
        const sent = sentBodyOf(exchange)?.body;
        return objectsIn(jsonIn(exchange)?.data)
          .slice(0, 1)
          .map((item) => ({
            subject: `${describeJson(sent?.n)} of ${describeJson(sent?.size)}`,
            value: imageWords(item.b64_json, item.mime_type),
            exchange,
          }));
      });
    },
  },
  {
    id: 'images-n-left-out',
    question: 'How many images are returned if n is absent?',
    silence: 'The types of images, and the defaults of n and size: not shown.',
    probe: imagesLeftOpen,
    observe: ({ series }) =>
      series
        .filter(({ label }) => label === 'n')
        .flatMap(({ exchanges }) =>
          exchanges.map((exchange) => {
            const data = jsonIn(exchange)?.data;
            return {
              subject: '',
              value: Array.isArray(data) ? `${data.length}` : failureWords(exchange),
              exchange,
            };
          }),
        ),
  },
  {
    id: 'images-size-left-out',
    question: 'Which size does an image have if size is absent?',
    silence: 'The types of images, and the defaults of n and size: not shown.',
    probe: imagesLeftOpen,
    observe: ({ series }) =>
      series
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
        ),
  },
  {
    id: 'odd-image-sizes',
    question: 'What do unusual values of size get?',
    silence: 'Limits of n, duration, temperature and request sizes: not shown.',
    operation: 'images',
    probe: oddSizes,
    observe: ofEach(statusWords),
  },
  {
    id: 'odd-numbers-of-images',
    question: 'What do unusual values of n get?',
    silence: 'Limits of n, duration, temperature and request sizes: not shown.',
    operation: 'images',
    probe: oddNumbers,
    observe: ofEach(statusWords),
  },
  {
    id: 'revised-prompt',
    question: 'Is revised_prompt filled?',
    silence: 'When revised_prompt is filled: not shown.',
    probe: fewImages,

    observe({ exchanges }) {
      return successes(exchanges).flatMap((exchange) => {
        const [item] = objectsIn(jsonIn(exchange)?.data);
        if (item === undefined) return [];
        const { revised_prompt: revised } = item;
        const own =
          revised === sentBodyOf(exchange)?.body.prompt ? 'the unchanged prompt' : 'another text';
        return [
          {
            subject: '',
            value: typeof revised === 'string' ? own : describeJson(revised),
            exchange,
          },
        ];
      });
    },
  },
];

function imageWords(base64: unknown, mime: unknown): string {
  if (typeof base64 !== 'string') return `no b64_json, mime_type ${describeJson(mime)}`;
  const bytes = Buffer.from(base64, 'base64');
  const image = readImage(bytes);
  const size = image.kind === 'whole' ? `${image.width}x${image.height}` : image.kind;
  return `mime_type ${describeJson(mime)}, bytes of ${imageType(bytes) ?? 'no known type'}, ${size}`;
}
