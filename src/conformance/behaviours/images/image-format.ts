import { imageType, readImage } from '../../../answers/images/read-image.ts';
import { objectsIn } from '../../../answers/json.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, jsonIn, successes } from '../../observations/observation-words.ts';
import { fewImages } from '../../probes/images.ts';

export const imageFormat: Behaviour = {
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
};

function imageWords(base64: unknown, mime: unknown): string {
  if (typeof base64 !== 'string') return `no b64_json, mime_type ${describeJson(mime)}`;
  const bytes = Buffer.from(base64, 'base64');
  const image = readImage(bytes);
  const size = image.kind === 'whole' ? `${image.width}x${image.height}` : image.kind;
  return `mime_type ${describeJson(mime)}, bytes of ${imageType(bytes) ?? 'no known type'}, ${size}`;
}
