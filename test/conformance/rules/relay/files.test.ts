import { createHash } from 'node:crypto';
import { relayImageUnchanged } from '../../../../src/conformance/rules/relay/answers.ts';
import { relayVideoContent } from '../../../../src/conformance/rules/relay/jobs.ts';
import {
  relayFileNameType,
  relayFileUnchanged,
} from '../../../../src/conformance/rules/relay/requests.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt } from '../video/jobs.ts';

const FILE = { field: 'file', filename: 'Ça va; 1.wav', sizeBytes: 9, sha256: 'aa' };
const uploadedFile = answer(
  {},
  { request: { body: { kind: 'multipart', fields: [], files: [FILE], sizeBytes: 99 } } },
);
const arrived = (facts: object) =>
  call({ request: { files: [{ ...FILE, type: 'audio/wav', ...facts }] } });

ruleTable(relayFileNameType, [
  { name: 'the same name and type', evidence: relay([uploadedFile], [arrived({})]) },
  {
    name: 'the type in capitals',
    evidence: relay([uploadedFile], [arrived({ type: 'Audio/WAV' })]),
  },
  {
    name: 'another name',
    evidence: relay([uploadedFile], [arrived({ filename: 'upload.bin' })]),
    findings: [{ expected: FILE.filename, actual: 'upload.bin', where: 'filename of the file' }],
  },
  {
    name: 'another type',
    evidence: relay([uploadedFile], [arrived({ type: 'application/octet-stream' })]),
    findings: [{ expected: 'audio/wav', where: 'Content-Type of the file' }],
  },
  {
    name: 'no file',
    evidence: relay([uploadedFile], [call()]),
    unverifiable: 'an upstream request with a file',
  },
]);

const file = (sha256: string) => ({ field: 'file', filename: 'a.wav', sizeBytes: 9, sha256 });
const uploaded = (...files: readonly ReturnType<typeof file>[]) =>
  answer({}, { request: { body: { kind: 'multipart', fields: [], files, sizeBytes: 99 } } });
const where = 'file of the upstream request';

ruleTable(relayFileUnchanged, [
  {
    name: 'the same bytes',
    evidence: relay([uploaded(file('aa'))], [call({ request: { files: [file('aa')] } })]),
  },
  {
    name: 'other bytes',
    evidence: relay([uploaded(file('aa'))], [call({ request: { files: [file('bb')] } })]),
    findings: [{ expected: '9 bytes, SHA-256 aa', actual: '9 bytes, SHA-256 bb', where }],
  },
  {
    name: 'no file',
    evidence: relay([uploaded(file('aa'))], [call()]),
    findings: [{ actual: 'no file', where }],
  },
  {
    name: 'a part of the upstream request',
    evidence: relay([uploaded(file('aa'))], [call({ request: { isComplete: false } })]),
    unverifiable: 'a whole upstream request',
  },
  {
    name: 'a request without a file',
    evidence: relay([uploaded()], [call()]),
    unverifiable: 'an upload with a file',
  },
  {
    name: 'a request without a form',
    evidence: relay([answer({}, { sent: {} })], [call()]),
    unverifiable: 'an upload',
  },
]);

const RED = Buffer.from('red');
/** It does not fit into the pool of small buffers. */
const LARGE = Buffer.alloc(70_000, 'blue');
const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const data = (all: readonly Buffer[]) => ({
  data: all.map((bytes) => ({ b64_json: bytes.toString('base64') })),
});
const images = (...all: readonly Buffer[]) => answer(data(all), { operation: 'images' });
const ofTwo = (...all: readonly Buffer[]) =>
  answer(data(all), { operation: 'images', sent: { n: 2 } });
const drawn = (...all: readonly Buffer[]) =>
  call({ operation: 'images', answer: { contentSha256: all.map(digest) } });
/** Both have red images with these prompts. */
const revisedTo = (...prompts: readonly unknown[]) => ({
  data: prompts.map((prompt) => ({ ...data([RED]).data[0], revised_prompt: prompt })),
});
const revising = (...prompts: readonly unknown[]) =>
  call({
    operation: 'images',
    answer: {
      contentSha256: prompts.map(() => digest(RED)),
      body: Buffer.from(JSON.stringify(revisedTo(...prompts))),
    },
  });
const shownAs = (...prompts: readonly unknown[]) =>
  answer(revisedTo(...prompts), { operation: 'images', sent: { n: prompts.length } });

ruleTable(relayImageUnchanged, [
  { name: 'the same image', evidence: relay([images(RED)], [drawn(RED)]) },
  { name: 'the same two', evidence: relay([images(RED, LARGE)], [drawn(RED, LARGE)]) },
  {
    name: 'another image in second place',
    evidence: relay([images(RED, Buffer.from('blue'))], [drawn(RED, LARGE)]),
    findings: [
      {
        expected: `SHA-256 ${digest(LARGE)}`,
        actual: `SHA-256 ${digest(Buffer.from('blue'))} (4 bytes)`,
        where: 'data[1].b64_json',
      },
    ],
  },
  {
    name: 'an image too many',
    evidence: relay([images(RED, RED)], [drawn(RED)]),
    findings: [{ expected: 'no further image', where: 'data[1].b64_json' }],
  },
  {
    name: 'one image of two',
    evidence: relay([ofTwo(RED)], [drawn(RED, LARGE)]),
    findings: [
      { expected: `SHA-256 ${digest(LARGE)}`, actual: 'no image', where: 'data[1].b64_json' },
    ],
  },
  { name: 'both of two', evidence: relay([ofTwo(RED, LARGE)], [drawn(RED, LARGE)]) },
  {
    name: 'one image, where the gateway requested two',
    evidence: relay([images(RED)], [drawn(RED, LARGE)]),
  },
  {
    name: 'one image of two, of one that the upstream sent',
    evidence: relay([ofTwo(RED)], [drawn(RED)]),
  },
  {
    name: 'prompts as they were revised',
    evidence: relay(
      [shownAs('A red circle.', 'A red ball.')],
      [revising('A red circle.', 'A red ball.')],
    ),
  },
  {
    name: 'the prompt of the first image for both',
    evidence: relay(
      [shownAs('A red circle.', 'A red circle.')],
      [revising('A red circle.', 'A red ball.')],
    ),
    findings: [
      { expected: 'A red ball.', actual: 'A red circle.', where: 'data[1].revised_prompt' },
    ],
  },
  {
    name: 'a revised prompt where the upstream states none',
    evidence: relay([shownAs('A red circle.')], [revising(undefined)]),
  },
  {
    name: 'a revised prompt of an answer that is not kept whole',
    evidence: relay([shownAs('A red circle.')], [drawn(RED)]),
  },
  {
    name: 'an address in place of the image',
    evidence: relay(
      [answer({ data: [{ url: 'http://127.0.0.1/1.png' }] }, { operation: 'images' })],
      [drawn(RED)],
    ),
    unverifiable: 'an image in base64',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500, operation: 'images' })], [drawn(RED)]),
    unverifiable: 'a whole 2xx answer',
  },
  {
    name: 'a failure of the upstream',
    evidence: relay([images(RED)], [call({ answer: { status: 500 } })]),
    unverifiable: 'one whole 2xx answer of the upstream',
  },
]);

const VIDEO = 'the whole video';
const HALF = VIDEO.slice(0, 7);
const fetched = (text: string, facts: ExchangeFacts = {}) =>
  answer(text, { operation: 'other', ...facts });
const sent = call({
  operation: 'other',
  request: { path: '/v1/videos/v1/content' },
  answer: { contentSha256: [digest(VIDEO)], sizeBytes: VIDEO.length },
});
const created = call({ operation: 'video-create' });
const job = [made(), readAt(20, DONE)];

ruleTable(relayVideoContent, [
  { name: 'the same content', evidence: relay([...job, fetched(VIDEO)], [created, sent]) },
  {
    name: 'half of the content',
    evidence: relay([...job, fetched(HALF)], [created, sent]),
    findings: [
      {
        expected: `SHA-256 ${digest(VIDEO)} (15 bytes)`,
        actual: `SHA-256 ${digest(HALF)} (7 bytes)`,
      },
    ],
  },
  {
    name: 'a job that does not end',
    evidence: relay([made(), readAt(20)], [created]),
    unverifiable: 'a completed job',
  },
  {
    name: 'a redirect to the content',
    evidence: relay([...job, fetched('', { status: 302 })], [created]),
    unverifiable: 'a whole answer of the gateway with the content',
  },
  {
    name: 'content whose bytes were not kept',
    evidence: relay([...job, withoutBody(fetched(VIDEO))], [created, sent]),
    unverifiable: 'the bytes of the content',
  },
  {
    name: 'content of a gateway that stores it elsewhere',
    evidence: relay([...job, fetched(VIDEO)], [created]),
    unverifiable: 'a request for the content upstream',
  },
]);

function withoutBody({ answer: given, ...others }: Exchange): Exchange {
  if (given === undefined) return others;
  const { body: _, ...rest } = given;
  return { ...others, answer: rest };
}
