import { createHash } from 'node:crypto';
import { LIMITS } from '../../input/limits.ts';
import { member, textIn } from '../json.ts';
import { memoizeLast } from '../memo-last.ts';
import type { Answer } from '../narrow.ts';
import { type ImageReading, imageType, isDecodedType, readImage } from './read-image.ts';

/** Bytes that are encoded at once, without padding in between. */
const ENCODED_BYTES = 3 * 16_384;

/** What the bytes of an item show, which are not kept. */
interface ImageContent {
  /** The registered media type of the bytes; undefined when none is known. */
  readonly type: string | undefined;
  readonly reading: ImageReading;
}

/** An item of `data` that holds text where its image belongs. */
export class ImageItem {
  /** Such as `data[0]`. */
  readonly where: string;
  readonly base64: string;
  /** The media type that the item states; undefined when it is not a text. */
  readonly mimeType: string | undefined;
  #read: { readonly content: ImageContent | undefined } | undefined;

  constructor(where: string, base64: string, mimeType: string | undefined) {
    this.where = where;
    this.base64 = base64;
    this.mimeType = mimeType;
  }

  /** The image; undefined when the text is not canonical base64, padded (RFC 4648 §3.5, §4). */
  get content(): ImageContent | undefined {
    this.#read ??= { content: readBase64(this.base64) };
    return this.#read.content;
  }

  /** What the bytes show; undefined when there are none. */
  get reading(): ImageReading | undefined {
    return this.content?.reading;
  }
}

/** Whether the image may be decoded: its type is not one of those that are only recognized. */
export function mayBeDecoded({ content }: ImageItem): boolean {
  return content?.type === undefined || isDecodedType(content.type);
}

function readBase64(base64: string): ImageContent | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (!isCanonical(base64, bytes)) return undefined;
  return { type: imageType(bytes), reading: readImage(bytes) };
}

/**
 * Decoders skip characters they do not know, so only encoding again shows whether there were any.
 * It is done piece by piece: a second text of a large image takes much memory.
 */
function isCanonical(base64: string, bytes: Buffer): boolean {
  if (base64.length !== Math.ceil(bytes.length / 3) * 4) return false;
  for (let at = 0; at < bytes.length; at += ENCODED_BYTES) {
    const text = bytes.toString('base64', at, at + ENCODED_BYTES);
    if (!base64.startsWith(text, (at / 3) * 4)) return false;
  }
  return true;
}

/** The items that hold text in `b64_json`, up to the limit; each is decoded once for all rules. */
export const imageItems = memoizeLast(({ json }: Answer): readonly ImageItem[] => {
  const data = member(json, 'data');
  if (!Array.isArray(data)) return [];
  return data.slice(0, LIMITS.decodedImages.value).flatMap((item: unknown, index) => {
    const base64 = textIn(item, 'b64_json');
    if (base64 === undefined) return [];
    return [new ImageItem(`data[${index}]`, base64, textIn(item, 'mime_type'))];
  });
});

/** The bytes of an image that an answer contains. */
export interface ImageDigest {
  /** Such as `data[0]`. */
  readonly where: string;
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** The images of an answer, up to the limit, as decoders read them. */
export function imageDigests(answer: Answer): readonly ImageDigest[] {
  return imageItems(answer).map(({ where, base64 }) => {
    const bytes = Buffer.from(base64, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { where, sizeBytes: bytes.length, sha256 };
  });
}
