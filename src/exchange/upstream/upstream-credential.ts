import { createHash } from 'node:crypto';
import type { UpstreamExchange } from './upstream-exchange.ts';

/** Headers that carry the key of a gateway at its provider. */
const KEY_HEADERS = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
];

/** How an upstream request shows the key of the gateway. */
const DIGEST = /sha256:([0-9a-f]{16})$/;
/** What can stand before and after a key in a text or in JSON. */
const AROUND = /[\s"'`\\<>(){}[\],;]+/;

/** The header of an upstream request that has a key; keys are shown as digests or markers. */
export function credentialOf({
  request,
}: UpstreamExchange): readonly [name: string, value: string] | undefined {
  return request.headers.find(([name, value]) => KEY_HEADERS.includes(name) && value !== '');
}

/** The digests of the keys that a gateway sent. */
export function credentialDigests(calls: readonly UpstreamExchange[]): readonly string[] {
  return calls.flatMap((call) => DIGEST.exec(credentialOf(call)?.[1] ?? '')?.[1] ?? []);
}

/** The word of a text that is a key with one of these digests; undefined without one. */
export function credentialIn(text: string, digests: readonly string[]): string | undefined {
  const words = text.split(AROUND).flatMap((word) => [word, word.replace(/[.:!?]+$/, '')]);
  return words.find((word) => {
    const digest = createHash('sha256').update(word).digest('hex');
    return digests.some((each) => digest.startsWith(each));
  });
}
