import { expect, test } from 'vitest';
import {
  addedHeaders,
  changedHeaders,
  forwardedHeaders,
} from '../../../src/conformance/observations/header-observations.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { answer } from '../rules/exchanges.ts';
import { call, relay } from '../rules/relays.ts';

type Carriage = Exchange['request']['key'];

test.each<[string, Carriage, readonly (readonly [string, string])[], readonly string[]]>([
  [
    'the key of the gateway in place of that of the caller',
    undefined,
    [['authorization', 'Bearer sha256:0011']],
    ['none', 'authorization', 'none'],
  ],
  [
    'the key of the caller',
    undefined,
    [['authorization', 'Bearer [API key 1]']],
    ['authorization', 'none', 'none'],
  ],
  [
    'a key where the caller has another header for it',
    { header: 'x-api-key', scheme: '' },
    [['authorization', 'Bearer sha256:0011']],
    ['none', 'none', 'authorization'],
  ],
  [
    'a key where the caller has none',
    null,
    [['authorization', 'Bearer sha256:0011']],
    ['none', 'none', 'authorization'],
  ],
  [
    'its own host, as each server has',
    undefined,
    [['host', '127.0.0.1:9000']],
    ['none', 'none', 'none'],
  ],
  [
    'headers of the caller',
    undefined,
    [
      ['traceparent', '00-1'],
      ['x-assay-note', 'of-a-caller'],
      ['x-trace', '1'],
    ],
    ['x-assay-note', 'traceparent', 'x-trace'],
  ],
])('headers upstream: %s', (_, key, headers, words) => {
  const sent = [
    ['traceparent', '00-4'],
    ['x-assay-note', 'of-a-caller'],
  ] as const;
  const exchange = answer(
    {},
    { request: { credential: 'first', headers: sent, ...(key !== undefined && { key }) } },
  );
  const relays = [relay([exchange], [call({ request: { headers } })])];
  const seen = [forwardedHeaders, changedHeaders, addedHeaders].flatMap((each) => each(relays));
  expect(seen.map(({ value }) => value)).toEqual(words);
});
