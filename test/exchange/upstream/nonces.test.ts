import { expect, test } from 'vitest';
import { readImage } from '../../../src/answers/images/read-image.ts';
import { ownNonce } from '../../../src/exchange/upstream/nonces.ts';
import {
  betweenClocks,
  fromMachineClock,
  gapBetween,
} from '../../../src/exchange/upstream/origin.ts';
import { pngOf } from '../../../src/exchange/upstream/scripted-png.ts';
import { answer } from '../../conformance/rules/exchanges.ts';

const RUN = { originUnixMs: 10_000, originMonotonicMs: 500 };

test.each([
  ['on one machine, by its clock', { originUnixMs: 10_040, originMonotonicMs: 530 }, 30, true],
  ['before the run, by that clock too', { originUnixMs: 9_970, originMonotonicMs: 470 }, -30, true],
  ['without that clock, by the wall clock', { originUnixMs: 10_040 }, 40, false],
  [
    'on a machine that started earlier, by the wall clock',
    { originUnixMs: 10_040, originMonotonicMs: 90_530 },
    40,
    false,
  ],
])('origin: the time between two origins %s', (_, other, ms, isExact) => {
  expect(gapBetween(RUN, other)).toEqual({ ms, isExact });
});

test('the machine clock: a moment of it is found on the clock of this process', () => {
  const beforeMs = performance.now();
  const machineMs = Number(process.hrtime.bigint()) / 1e6;
  const afterMs = performance.now();
  const foundMs = machineMs + fromMachineClock();
  expect(foundMs).toBeGreaterThan(beforeMs - 0.1);
  expect(foundMs).toBeLessThan(afterMs + 0.1);
});

test('between clocks: a pause between the two clocks of a sample does not count', () => {
  let machineMs = 1000;
  let samples = 0;
  const paused = () => {
    samples += 1;
    machineMs += samples === 3 ? 0 : 40;
    return machineMs - 700;
  };
  expect(betweenClocks(() => machineMs, paused)).toBe(-700);
});

const turns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ role: 'user', content: `n0000000${index}` }));

test.each([
  ['the only one', turns(1), 'n00000000'],
  ['the last of a dialog', turns(3), 'n00000002'],
  ['unknown where there are more than the upstream records', turns(8), undefined],
  ['unknown where there is none', [], undefined],
])('own nonce: it is %s', (_, messages, nonce) => {
  expect(ownNonce(answer({}, { sent: { messages } }))).toBe(nonce);
});

function upload(fields: readonly (readonly [string, string])[], filename: string) {
  const files = [{ field: 'file', filename, sizeBytes: 44, sha256: '' }];
  return answer({}, { request: { body: { kind: 'multipart', fields, files, sizeBytes: 300 } } });
}

test('own nonce: an upload has it in the name of its file, or in a field', () => {
  expect(ownNonce(upload([['model', 'm']], 'speech-n00000001.wav'))).toBe('n00000001');
  expect(ownNonce(upload([['prompt', 'About n00000002.']], 'speech.wav'))).toBe('n00000002');
  expect(ownNonce(upload([['model', 'm']], 'speech.wav'))).toBeUndefined();
});

test('own nonce: a request without a body has none', () => {
  expect(ownNonce(answer({}))).toBeUndefined();
});

test.each([
  ['96x64', 1024],
  ['1024x1536', 1024],
  ['7x3', 65_537],
  ['1024x1024', 1_048_576],
])('scripted png: one of %s in %i bytes is whole and has that size', (size, totalBytes) => {
  const bytes = pngOf(size, totalBytes, 'n3f9c2a71');
  expect(bytes).toHaveLength(totalBytes);
  const [width, height] = size.split('x').map(Number);
  expect(readImage(bytes)).toEqual({ kind: 'whole', width, height });
  expect(bytes.includes('n3f9c2a71')).toBe(true);
});

test('scripted png: pixels that need more bytes are whole too', () => {
  const bytes = pngOf('4096x4096', 1024, 'n3f9c2a71');
  expect(bytes.length).toBeGreaterThan(1024);
  expect(readImage(bytes)).toEqual({ kind: 'whole', width: 4096, height: 4096 });
});
