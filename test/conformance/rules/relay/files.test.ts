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
import { finds, passes, unverified } from '../verdicts.ts';
import { DONE, made, readAt } from '../video/jobs.ts';

const FILE = { field: 'file', filename: 'Ça va; 1.wav', sizeBytes: 9, sha256: 'aa' };
const uploadedFile = answer(
  {},
  { request: { body: { kind: 'multipart', fields: [], files: [FILE], sizeBytes: 99 } } },
);
const arrived = (facts: object) =>
  call({ request: { files: [{ ...FILE, type: 'audio/wav', ...facts }] } });

ruleTable(relayFileNameType, [
  passes('the type in capitals', relay([uploadedFile], [arrived({ type: 'Audio/WAV' })])),
  finds('another name', relay([uploadedFile], [arrived({ filename: 'upload.bin' })]), {
    expected: FILE.filename,
    actual: 'upload.bin',
    where: 'filename of the file',
  }),
  finds('another type', relay([uploadedFile], [arrived({ type: 'application/octet-stream' })]), {
    expected: 'audio/wav',
    where: 'Content-Type of the file',
  }),
  unverified('no file', relay([uploadedFile], [call()]), 'an upstream request with a file'),
]);

const file = (sha256: string) => ({ field: 'file', filename: 'a.wav', sizeBytes: 9, sha256 });
const uploaded = (...files: readonly ReturnType<typeof file>[]) =>
  answer({}, { request: { body: { kind: 'multipart', fields: [], files, sizeBytes: 99 } } });
const where = 'file of the upstream request';

ruleTable(relayFileUnchanged, [
  passes(
    'the same bytes',
    relay([uploaded(file('aa'))], [call({ request: { files: [file('aa')] } })]),
  ),
  finds(
    'other bytes',
    relay([uploaded(file('aa'))], [call({ request: { files: [file('bb')] } })]),
    { expected: '9 bytes, SHA-256 aa', actual: '9 bytes, SHA-256 bb', where },
  ),
  finds('no file', relay([uploaded(file('aa'))], [call()]), { actual: 'no file', where }),
  unverified(
    'a part of the upstream request',
    relay([uploaded(file('aa'))], [call({ request: { isComplete: false } })]),
    'a whole upstream request',
  ),
  unverified('a request without a file', relay([uploaded()], [call()]), 'an upload with a file'),
  unverified('a request without a form', relay([answer({}, { sent: {} })], [call()]), 'an upload'),
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
  finds(
    'another image in second place',
    relay([images(RED, Buffer.from('blue'))], [drawn(RED, LARGE)]),
    {
      expected: `SHA-256 ${digest(LARGE)}`,
      actual: `SHA-256 ${digest(Buffer.from('blue'))} (4 bytes)`,
      where: 'data[1].b64_json',
    },
  ),
  finds('an image too many', relay([images(RED, RED)], [drawn(RED)]), {
    expected: 'no further image',
    where: 'data[1].b64_json',
  }),
  finds('one image of two', relay([ofTwo(RED)], [drawn(RED, LARGE)]), {
    expected: `SHA-256 ${digest(LARGE)}`,
    actual: 'no image',
    where: 'data[1].b64_json',
  }),
  passes('both of two', relay([ofTwo(RED, LARGE)], [drawn(RED, LARGE)])),
  passes('one image, where the gateway requested two', relay([images(RED)], [drawn(RED, LARGE)])),
  passes('one image of two, of one that the upstream sent', relay([ofTwo(RED)], [drawn(RED)])),
  passes(
    'prompts as they were revised',
    relay([shownAs('A red circle.', 'A red ball.')], [revising('A red circle.', 'A red ball.')]),
  ),
  finds(
    'the prompt of the first image for both',
    relay([shownAs('A red circle.', 'A red circle.')], [revising('A red circle.', 'A red ball.')]),
    { expected: 'A red ball.', actual: 'A red circle.', where: 'data[1].revised_prompt' },
  ),
  passes(
    'a revised prompt where the upstream states none',
    relay([shownAs('A red circle.')], [revising(undefined)]),
  ),
  passes(
    'a revised prompt of an answer that is not kept whole',
    relay([shownAs('A red circle.')], [drawn(RED)]),
  ),
  unverified(
    'an address in place of the image',
    relay(
      [answer({ data: [{ url: 'http://127.0.0.1/1.png' }] }, { operation: 'images' })],
      [drawn(RED)],
    ),
    'an image in base64',
  ),
  unverified(
    'a failure',
    relay([answer({}, { status: 500, operation: 'images' })], [drawn(RED)]),
    'a whole 2xx answer',
  ),
  unverified(
    'a failure of the upstream',
    relay([images(RED)], [call({ answer: { status: 500 } })]),
    'one whole 2xx answer of the upstream',
  ),
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
  passes('the same content', relay([...job, fetched(VIDEO)], [created, sent])),
  finds('half of the content', relay([...job, fetched(HALF)], [created, sent]), {
    expected: `SHA-256 ${digest(VIDEO)} (15 bytes)`,
    actual: `SHA-256 ${digest(HALF)} (7 bytes)`,
  }),
  unverified('a job that does not end', relay([made(), readAt(20)], [created]), 'a completed job'),
  unverified(
    'a redirect to the content',
    relay([...job, fetched('', { status: 302 })], [created]),
    'a whole answer of the gateway with the content',
  ),
  unverified(
    'content whose bytes were not kept',
    relay([...job, withoutBody(fetched(VIDEO))], [created, sent]),
    'the bytes of the content',
  ),
  unverified(
    'content of a gateway that stores it elsewhere',
    relay([...job, fetched(VIDEO)], [created]),
    'a request for the content upstream',
  ),
]);

function withoutBody({ answer: given, ...others }: Exchange): Exchange {
  if (given === undefined) return others;
  const { body: _, ...rest } = given;
  return { ...others, answer: rest };
}
