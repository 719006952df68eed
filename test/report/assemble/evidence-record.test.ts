import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Exchange, ExchangeAnswer } from '../../../src/exchange/exchange.ts';
import { evidenceRecord, seriesRecord } from '../../../src/report/assemble/evidence-record.ts';
import { EvidenceSchema } from '../../../src/report/schema/finding.ts';
import { exchange as measured } from '../../measure/exchange-builder.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function answer(body: Uint8Array, changes: Partial<ExchangeAnswer> = {}): ExchangeAnswer {
  return {
    status: 200,
    headers: [['content-type', 'text/event-stream']],
    body,
    sizeBytes: body.length,
    reads: [{ endOffset: body.length, atMs: 5 }],
    ...changes,
  };
}

function exchange(changes: Partial<Exchange> = {}): Exchange {
  const timing = { intendedMs: 1000, sendMs: 1000, firstByteMs: 1051.2, endMs: 1613 };
  const whole = measured({ asked: '{"model":"m"}', timing });
  return { ...whole, id: 17, answer: answer(bytes('data: a\n\n')), ...changes };
}

test('evidence: an exchange is a record of the schema, with times since the send', () => {
  const record = evidenceRecord(exchange());
  expect(EvidenceSchema.parse(record)).toEqual(record);
  expect(record).toMatchObject({ exchange: 17, status: 200, sizeBytes: 9, bodyCut: false });
  expect(record.firstByteMs).toBeCloseTo(51.2);
  expect(record.endMs).toBe(613);
  expect(record.body).toEqual([{ atMs: 5, text: 'data: a\n\n' }]);
  expect(record.curl).toContain('$ASSAY_API_KEY');
});

test('evidence: each read is shown with its arrival, also when it ends inside a character', () => {
  const body = bytes('aé漢b');
  const reads = [
    { endOffset: 2, atMs: 1 },
    { endOffset: 4, atMs: 2 },
    { endOffset: 7, atMs: 3 },
  ];
  expect(evidenceRecord(exchange({ answer: answer(body, { reads }) })).body).toEqual([
    { atMs: 1, text: 'a' },
    { atMs: 2, text: 'é' },
    { atMs: 3, text: '漢b' },
  ]);
});

test('evidence: a long read is cut and marked', () => {
  const body = bytes(`${'x'.repeat(5000)}yz`);
  const reads = [
    { endOffset: 5000, atMs: 1 },
    { endOffset: 5002, atMs: 2 },
  ];
  const record = evidenceRecord(exchange({ answer: answer(body, { reads }) }));
  expect(record.body.map(({ text }) => text.length)).toEqual([4096, 2]);
  expect(record).toMatchObject({ bodyCut: true, sizeBytes: 5002 });
});

test('evidence: the number of reads is limited', () => {
  const body = bytes('x'.repeat(1000));
  const reads = Array.from({ length: 1000 }, (_, index) => ({ endOffset: index + 1, atMs: index }));
  const record = evidenceRecord(exchange({ answer: answer(body, { reads }) }));
  expect(record.body.length).toBe(64);
  expect(record.bodyCut).toBe(true);
});

test('evidence: 25 MiB is shown in 16 KiB at most', () => {
  const body = new Uint8Array(26_214_400).fill(120);
  const reads = Array.from({ length: 1600 }, (_, index) => ({
    endOffset: (index + 1) * 16_384,
    atMs: index,
  }));
  const record = evidenceRecord(exchange({ answer: answer(body, { reads }) }));
  const shown = record.body.reduce((sum, { text }) => sum + text.length, 0);
  expect(shown).toBe(16_384);
});

test('evidence: a binary body is shown as its size and digest', () => {
  const body = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);
  const headers = [['content-type', 'image/png']] as const;
  const digest = createHash('sha256').update(body).digest('hex');
  expect(evidenceRecord(exchange({ answer: answer(body, { headers }) }))).toMatchObject({
    body: [{ atMs: 5, text: `binary, 6 bytes, sha256 ${digest}` }],
    bodyCut: true,
  });
});

test('evidence: the beginning of a longer answer is marked as cut, and has no digest', () => {
  const sizeBytes = 20_000_000;
  const headers = [['content-type', 'image/png']] as const;
  const binary = answer(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]), { headers, sizeBytes });
  expect(evidenceRecord(exchange({ answer: binary }))).toMatchObject({
    body: [{ atMs: 5, text: 'binary, 20000000 bytes' }],
    bodyCut: true,
  });
  const text = answer(new Uint8Array(16_384).fill(120), { sizeBytes });
  expect(evidenceRecord(exchange({ answer: text })).bodyCut).toBe(true);
});

test('evidence: text that is not UTF-8 is shown, because that is what is wrong with it', () => {
  const body = new Uint8Array([0x61, 0xff, 0x62]);
  expect(evidenceRecord(exchange({ answer: answer(body) })).body).toEqual([
    { atMs: 5, text: 'a\u{fffd}b' },
  ]);
});

test('evidence: a byte order mark is shown', () => {
  const record = evidenceRecord(exchange({ answer: answer(bytes('\u{feff}data: a')) }));
  expect(record.body[0]?.text).toBe('\u{feff}data: a');
});

test('evidence: a missing answer is shown as the outcome and the transport error', () => {
  const { answer: _, ...rest } = exchange({ outcome: 'refused', failure: 'ECONNREFUSED' });
  expect(evidenceRecord(rest)).toMatchObject({
    outcome: 'refused',
    failure: 'ECONNREFUSED',
    headers: [],
    body: [],
    bodyCut: false,
    sizeBytes: 0,
  });
});

test('evidence: a dropped body is marked as cut', () => {
  const { body: _, ...dropped } = answer(bytes('data: a\n\n'));
  expect(evidenceRecord(exchange({ answer: dropped }))).toMatchObject({ body: [], bodyCut: true });
});

test('evidence: a multipart request is shown as its fields and the digests of its files', () => {
  const request = {
    ...exchange().request,
    body: {
      kind: 'multipart',
      fields: [['model', 'whisper-1']],
      files: [{ field: 'file', filename: 'a.wav', sizeBytes: 26_214_400, sha256: 'c0ffee' }],
      sizeBytes: 26_214_653,
    },
  } as const;
  expect(evidenceRecord(exchange({ request })).request.body).toBe(
    'model = whisper-1\nfile = file "a.wav", 26214400 bytes, sha256 c0ffee',
  );
});

/** An exchange of 100 ms with an idempotency key, answered with the id of a video. */
function sent(id: number, sendMs: number, video: string): Exchange {
  const whole = measured({ timing: { sendMs, endMs: sendMs + 100 } });
  const body = Buffer.from(`{"object":"video","id":"${video}"}`);
  const reply = { status: 200, headers: [], sizeBytes: body.length, reads: [], body };
  const request = { ...whole.request, headers: [['idempotency-key', 'k1']] as const };
  return { ...whole, id, request, answer: reply };
}

test('series of a finding: requests in the order sent, with times since the first', () => {
  const [first, second] = [sent(4, 1000, 'v1'), sent(5, 1010.5, 'v2')];
  expect(seriesRecord(second, [second, first])).toEqual([
    {
      exchange: 4,
      attempt: 1,
      method: 'POST',
      path: '/chat/completions',
      key: 'k1',
      startMs: 0,
      endMs: 100,
      outcome: 'answered',
      status: 200,
      id: 'v1',
    },
    expect.objectContaining({ exchange: 5, startMs: 10.5, endMs: 110.5, id: 'v2' }),
  ]);
});

test('series of a finding: a single request has none', () => {
  expect(seriesRecord(sent(1, 0, 'v'), [sent(1, 0, 'v')])).toBeUndefined();
  expect(seriesRecord(sent(1, 0, 'v'))).toBeUndefined();
});

test.each([1, 50, 100])(
  'series of a finding: 24 of 100 requests are shown, and number %d with the finding is among them',
  (number) => {
    const all = Array.from({ length: 100 }, (_, at) => sent(at + 1, at, 'v'));
    const shown = seriesRecord(all[number - 1], all)?.map((entry) => entry.exchange);
    expect(shown).toHaveLength(24);
    expect(shown).toContain(number);
  },
);
