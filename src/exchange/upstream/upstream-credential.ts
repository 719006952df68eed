import type { UpstreamExchange } from './upstream-exchange.ts';

/** Headers that carry the key of a gateway at its provider. */
const KEY_HEADERS = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
];

/** The header of an upstream request that has a key; keys are shown as digests or markers. */
export function credentialOf({
  request,
}: UpstreamExchange): readonly [name: string, value: string] | undefined {
  return request.headers.find(([name, value]) => KEY_HEADERS.includes(name) && value !== '');
}
