import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UpstreamExchange } from '../../../src/exchange/upstream/upstream-exchange.ts';
import { bothEndsRecord } from '../../../src/report/assemble/both-ends-record.ts';
import { answer } from '../../conformance/rules/exchanges.ts';
import { call } from '../../conformance/rules/relays.ts';

const FINDING = { expected: 'one', actual: 'two' };

/** A chat of 5 ms that was sent at 100 ms, with these requests upstream. */
function recorded(upstream: readonly UpstreamExchange[]) {
  return bothEndsRecord({
    finding: FINDING,
    exchange: answer({}, { sentAtMs: 100 }),
    upstream,
  });
}

function bodyOf(body: Uint8Array, sizeBytes = body.length): string | undefined {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return recorded([call({ request: { body, sizeBytes, sha256 } })]).upstream?.[0]?.body;
}

test('both ends of a finding: without an upstream there is one end only', () => {
  expect(bothEndsRecord({ finding: FINDING, exchange: answer({}) })).toEqual({});
});

test('both ends of a finding: times are since the first request of the caller', () => {
  const facts = { endMs: 104, disconnectedMs: 103, request: { receivedMs: 101, endMs: 101 } };
  const { upstream } = recorded([call({ ...facts, script: 'slow', outcome: 'disconnected' })]);
  expect(upstream).toMatchObject([
    {
      receivedMs: 1,
      endMs: 4,
      disconnectedMs: 3,
      script: 'slow',
      outcome: 'disconnected',
      status: 200,
    },
  ]);
});

test('both ends of a finding: the time line has the moments of both, in their order', () => {
  const { timeline } = recorded([
    call({
      id: 7,
      endMs: 104,
      request: { receivedMs: 101, endMs: 101 },
      answer: { tokens: [{ characters: 2, atMs: 102 }] },
    }),
  ]);
  expect(timeline?.map(({ atMs, end }) => [atMs, end])).toEqual([
    [0, 'caller'],
    [1, 'upstream'],
    [2, 'upstream'],
    [4, 'upstream'],
    [5, 'caller'],
    [5, 'caller'],
  ]);
  const said = timeline?.map(({ what }) => what).join('\n');
  expect(said).toContain('received upstream request 7: POST /v1/chat/completions, attempt 1');
  expect(said).toContain('wrote the first content of 7, 200');
  expect(said).toContain('end of upstream request 7: complete');
});

test('both ends of a finding: an upstream request that seems to come before the caller sent is shown after it, with the difference of the clocks', () => {
  const { upstream, timeline } = recorded([
    call({ request: { receivedMs: 90, endMs: 90 }, endMs: 93 }),
  ]);
  expect(upstream).toMatchObject([{ receivedMs: 0, endMs: 3 }]);
  expect(timeline?.map(({ atMs, end, what }) => [atMs, end, what.split(' ', 1)[0]])).toEqual([
    [0, 'caller', 'sent'],
    [0, 'upstream', 'shown'],
    [0, 'upstream', 'received'],
    [3, 'upstream', 'end'],
    [5, 'caller', 'received'],
    [5, 'caller', 'end'],
  ]);
  expect(timeline?.[1]?.what).toBe(
    'shown 10.0 ms later: by its clock it received before the caller sent',
  );
});

test('both ends of a finding: an upstream request of an earlier attempt stays before the one that is shown', () => {
  const earlier = call({ request: { receivedMs: 40, endMs: 40 }, endMs: 45 });
  const { upstream, timeline } = recorded([earlier, call({ request: { receivedMs: 102 } })]);
  expect(upstream?.map(({ receivedMs }) => receivedMs)).toEqual([0, 62]);
  expect(timeline?.find(({ end }) => end === 'caller')?.atMs).toBe(60);
});

test('both ends of a finding: all requests of a series are on the time line', () => {
  const series = [answer({}, { sentAtMs: 100 }), answer({}, { sentAtMs: 200 })];
  const { timeline } = bothEndsRecord({
    finding: FINDING,
    exchange: answer({}, { sentAtMs: 200 }),
    series,
    upstream: [],
  });
  expect(timeline?.filter(({ what }) => what.startsWith('sent')).map(({ atMs }) => atMs)).toEqual([
    0, 100,
  ]);
});

test('both ends of a finding: 8 requests of each end and 40 moments are shown', () => {
  const series = Array.from({ length: 20 }, (_, at) => answer({}, { sentAtMs: 100 + at }));
  const upstream = series.map((_, id) =>
    call({ id, disconnectedMs: 300, answer: { tokens: [{ characters: 1, atMs: 200 }] } }),
  );
  const shown = bothEndsRecord({ finding: FINDING, series, upstream });
  expect(shown.upstream).toHaveLength(8);
  expect(shown.timeline).toHaveLength(40);
});

test('both ends of a finding: a gateway that disconnected before the answer has no status', () => {
  const disconnected = call({ disconnectedMs: 103, outcome: 'disconnected' });
  const { status: _, ...answered } = disconnected.answer;
  const { upstream, timeline } = recorded([{ ...disconnected, answer: answered }]);
  expect(upstream?.[0]).not.toHaveProperty('status');
  expect(timeline?.map(({ what }) => what)).toContain(
    `gateway disconnected from ${disconnected.id}`,
  );
});

test('both ends of a finding: text is shown as text, other bodies by size and digest', () => {
  expect(bodyOf(Buffer.from('{"a":"ä"}'))).toBe('{"a":"ä"}');
  expect(bodyOf(Buffer.from([0x50, 0x4b, 0x00]))).toMatch(/^binary, 3 bytes, sha256 [0-9a-f]{64}$/);
  expect(bodyOf(Buffer.from([0xff, 0xfe]))).toMatch(/^binary, 2 bytes/);
});

test('both ends of a finding: a long text is cut, also within a character', () => {
  const text = `${'a'.repeat(4095)}ä and more`;
  expect(bodyOf(Buffer.from(text))).toBe(`${'a'.repeat(4095)}… (${Buffer.byteLength(text)} bytes)`);
  expect(bodyOf(Buffer.from('the start'), 70_000)).toBe('the start… (70000 bytes)');
});

test('both ends of a finding: headers and paths are shown up to a limit', () => {
  const headers = Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'v'.repeat(5000)] as const);
  const path = `/v1/${'p'.repeat(5000)}`;
  const [shown] = recorded([call({ request: { headers, path } })]).upstream ?? [];
  expect(shown?.headers).toHaveLength(64);
  expect(shown?.headers[0]?.[1].length).toBeLessThan(1100);
  expect(shown?.path.length).toBeLessThan(1100);
});
