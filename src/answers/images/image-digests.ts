import { createHash } from 'node:crypto';
import type { Answer } from '../narrow.ts';
import { imageItems } from './image-items.ts';

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
