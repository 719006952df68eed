import { Refusal } from './refusal.ts';

/** Places of bytes, both inclusive. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a content that a Range header wants (RFC 9110 §14.1.2); undefined: all of it, also where the
 * header is not one range of bytes. Throws a refusal for a part that does not exist.
 */
export function readRange(header: string | undefined, sizeBytes: number): Range | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  const isReversed = from !== '' && to !== '' && Number(to) < Number(from);
  if ((from === '' && to === '') || isReversed) return undefined;
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (first <= last) return { first, last };
  throw Refusal.badRequest('The content has no such range.', 'invalid_range').with({
    status: 416,
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });
}
