import { z } from 'zod';
import { fits } from '../../contract/json.ts';
import { memoizeLast } from '../memo-last.ts';
import type { Answer } from '../narrow.ts';
import type { ImageReading } from './image-reading.ts';
import { readImage } from './read-image.ts';

const DataSchema = z.looseObject({ data: z.array(z.unknown()) });
const ItemSchema = z.looseObject({ b64_json: z.string() });

/** An item of `data` that holds text where its image belongs. */
export class ImageItem {
  /** Such as `data[0]`. */
  readonly where: string;
  readonly base64: string;
  /** The media type that the item states; undefined when it is not a text. */
  readonly mimeType: string | undefined;
  #content: { readonly bytes: Uint8Array | undefined } | undefined;
  #reading: ImageReading | undefined;

  constructor(where: string, item: z.infer<typeof ItemSchema>) {
    this.where = where;
    this.base64 = item.b64_json;
    this.mimeType = typeof item.mime_type === 'string' ? item.mime_type : undefined;
  }

  /** The image; undefined when the text is not canonical base64, padded (RFC 4648 §3.5, §4). */
  get bytes(): Uint8Array | undefined {
    this.#content ??= { bytes: decodeCanonical(this.base64) };
    return this.#content.bytes;
  }

  /** What the bytes show; undefined when there are none. */
  get reading(): ImageReading | undefined {
    this.#reading ??= this.bytes && readImage(this.bytes);
    return this.#reading;
  }
}

/**
 * Decoders skip characters they do not know, so only encoding again shows whether there were any.
 */
function decodeCanonical(base64: string): Uint8Array | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}

/** The items that hold text in `b64_json`; decoded once for all rules. */
export const imageItems = memoizeLast(({ json }: Answer): readonly ImageItem[] => {
  const data = fits(DataSchema, json) ? json.data : [];
  return data.flatMap((item, index) =>
    fits(ItemSchema, item) ? [new ImageItem(`data[${index}]`, item)] : [],
  );
});
