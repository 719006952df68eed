import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { SAMPLE_IMAGES } from '../../../support/sample-images.ts';
import { answer, type ExchangeFacts } from '../exchanges.ts';

/** An item of data as a good gateway sends it: a PNG of 6x4 pixels. */
export const PNG_ITEM = { b64_json: SAMPLE_IMAGES.png, mime_type: 'image/png' };

/** An answer to one request for images, with these items. */
export function drawn(data: unknown, sent: object = {}, facts: ExchangeFacts = {}): Exchange {
  return answer(
    { created: 1_760_000_000, data, usage: {} },
    {
      operation: 'images',
      sent: { model: 'some-model', prompt: 'A red circle.', ...sent },
      ...facts,
    },
  );
}

/** A refusal, or a failure, with this status. */
export function notDrawn(status: number): Exchange {
  const error = { message: 'No.', type: 'some_error', param: null, code: null };
  return answer({ error }, { operation: 'images', status });
}
