import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Multipart, multipartPayload, randomBoundary } from '../../src/exchange/multipart.ts';
import { NO_PAYLOAD, textPayload } from '../../src/exchange/payload.ts';
import { wav, wavSizeBytes } from '../../src/exchange/wav.ts';

const content = Buffer.from([0, 1, 13, 10, 45, 45, 255]);

const form: Multipart = {
  boundary: 'b1',
  parts: [
    { name: 'model', value: 'whisper-é' },
    { name: 'file', filename: 'a "b".wav', type: 'audio/wav', content },
  ],
};

const bytesOf = (multipart: Multipart) => Buffer.concat([...multipartPayload(multipart).chunks()]);

test('multipart: fields and files are the bytes that RFC 7578 requires', () => {
  expect(bytesOf(form)).toEqual(
    Buffer.concat([
      Buffer.from('--b1\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-é\r\n'),
      Buffer.from('--b1\r\nContent-Disposition: form-data; name="file"; '),
      Buffer.from('filename="a %22b%22.wav"\r\nContent-Type: audio/wav\r\n\r\n'),
      content,
      Buffer.from('\r\n--b1--\r\n'),
    ]),
  );
});

test('multipart: the form is read back by an independent parser', async () => {
  const { contentType = '' } = multipartPayload(form);
  const body = new Uint8Array(bytesOf(form));
  const read = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  expect(read.get('model')).toBe('whisper-é');
  const file = read.get('file');
  if (!(file instanceof File)) throw new TypeError('The part is not a file.');
  expect(file.name).toBe('a "b".wav');
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
});

test('multipart: the stated size is the size sent', () => {
  for (const multipart of [form, { ...form, unclosed: true }, { boundary: 'x', parts: [] }]) {
    expect(multipartPayload(multipart).sizeBytes).toBe(bytesOf(multipart).length);
  }
});

test('multipart: an unclosed form misses only its closing boundary', () => {
  const closed = bytesOf(form).toString('latin1');
  expect(bytesOf({ ...form, unclosed: true }).toString('latin1')).toBe(
    closed.slice(0, -'--b1--\r\n'.length),
  );
});

test('multipart: a preamble and an epilogue surround the form', () => {
  const plain = bytesOf(form).toString('latin1');
  const wrapped = bytesOf({ ...form, preamble: 'Before.', epilogue: 'After.' });
  expect(wrapped.toString('latin1')).toBe(`Before.\r\n${plain}After.`);
});

test('multipart: a file without a type has no Content-Type', () => {
  const parts = [{ name: 'file', filename: 'a.wav', type: '', content }];
  expect(bytesOf({ boundary: 'b', parts }).toString('latin1')).toContain(
    'filename="a.wav"\r\n\r\n',
  );
});

test('multipart: a boundary that is not a token is quoted in the media type', () => {
  expect(multipartPayload({ ...form, boundary: 'a b:c' }).contentType).toBe(
    'multipart/form-data; boundary="a b:c"',
  );
  expect(multipartPayload(form).contentType).toBe('multipart/form-data; boundary=b1');
});

test('multipart: parts are written without quotes, or with their headers in lower case and turned round', () => {
  const parts = [{ name: 'file', filename: 'a.wav', type: 'audio/wav', content }];
  const heads = (partHeads: 'tokens' | 'lower-case') =>
    bytesOf({ boundary: 'b', parts, partHeads }).toString('latin1').split('\r\n\r\n', 1);
  expect(heads('tokens')).toEqual([
    '--b\r\nContent-Disposition: form-data; name=file; filename=a.wav\r\nContent-Type: audio/wav',
  ]);
  expect(heads('lower-case')).toEqual([
    '--b\r\ncontent-type: audio/wav\r\ncontent-disposition: form-data; name="file"; filename="a.wav"',
  ]);
});

test('multipart: the media type can be spelled differently', () => {
  const mediaType = 'Multipart/Form-Data';
  expect(multipartPayload({ ...form, mediaType }).contentType).toBe(
    'Multipart/Form-Data; boundary=b1',
  );
});

test('multipart: a file is sent in slices of at most 64 KiB without being copied', () => {
  const big = wav(200_000);
  const parts = [{ name: 'file', filename: 'a.wav', type: 'audio/wav', content: big }];
  const chunks = [...multipartPayload({ boundary: 'b', parts }).chunks()];
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(65_536);
  expect(chunks.filter(({ buffer }) => buffer === big.buffer).length).toBe(4);
});

test('multipart: the record names fields, files and digests', () => {
  expect(multipartPayload(form).record()).toEqual({
    kind: 'multipart',
    fields: [['model', 'whisper-é']],
    files: [
      {
        field: 'file',
        filename: 'a "b".wav',
        sizeBytes: 7,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ],
    sizeBytes: bytesOf(form).length,
  });
});

test('multipart: two random boundaries differ', () => {
  expect(randomBoundary()).not.toBe(randomBoundary());
});

test('text payload: the record is cut to 64 KiB and has the whole size', () => {
  const record = textPayload('é'.repeat(40_000), 'application/json').record();
  if (record.kind !== 'text') throw new TypeError(record.kind);
  expect(record.sizeBytes).toBe(80_000);
  expect(Buffer.byteLength(record.text)).toBe(65_536);
});

test('text payload: an empty content type is not sent', () => {
  expect(textPayload('x', '')).not.toHaveProperty('contentType');
  expect(NO_PAYLOAD.record()).toEqual({ kind: 'none' });
});

test.each([44, 45, 1000, 26_214_400])(
  'WAV: a file of %i bytes has its size in its header',
  (size) => {
    const file = Buffer.from(wav(size));
    expect(file.length).toBe(size);
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(file.readUInt32LE(4)).toBe(size - 8);
    expect(file.toString('latin1', 8, 16)).toBe('WAVEfmt ');
    expect(file.toString('latin1', 36, 40)).toBe('data');
    expect(file.readUInt32LE(40)).toBe(size - 44);
  },
);

test('WAV: a second is 16 000 samples of sound', () => {
  const file = wav(wavSizeBytes(1));
  expect(file.length).toBe(16_044);
  expect(new Set(file.subarray(44)).size).toBeGreaterThan(10);
});
