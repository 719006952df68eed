import { createHash } from 'node:crypto';
import { relayImageUnchanged } from '../../../../src/conformance/rules/relay/relay-image-unchanged.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const RED = Buffer.from('red');
/** It does not fit into the pool of small buffers. */
const LARGE = Buffer.alloc(70_000, 'blue');
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const data = (all: readonly Buffer[]) => ({
  data: all.map((bytes) => ({ b64_json: bytes.toString('base64') })),
});
const images = (...all: readonly Buffer[]) => answer(data(all), { operation: 'images' });
const ofTwo = (...all: readonly Buffer[]) =>
  answer(data(all), { operation: 'images', sent: { n: 2 } });
const sent = (...all: readonly Buffer[]) =>
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
  { name: 'the same image', evidence: relay([images(RED)], [sent(RED)]) },
  { name: 'the same two', evidence: relay([images(RED, LARGE)], [sent(RED, LARGE)]) },
  {
    name: 'another image in second place',
    evidence: relay([images(RED, Buffer.from('blue'))], [sent(RED, LARGE)]),
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
    evidence: relay([images(RED, RED)], [sent(RED)]),
    findings: [{ expected: 'no further image', where: 'data[1].b64_json' }],
  },
  {
    name: 'one image of two',
    evidence: relay([ofTwo(RED)], [sent(RED, LARGE)]),
    findings: [
      { expected: `SHA-256 ${digest(LARGE)}`, actual: 'no image', where: 'data[1].b64_json' },
    ],
  },
  { name: 'both of two', evidence: relay([ofTwo(RED, LARGE)], [sent(RED, LARGE)]) },
  {
    name: 'one image, where the gateway requested two',
    evidence: relay([images(RED)], [sent(RED, LARGE)]),
  },
  {
    name: 'one image of two, of one that the upstream sent',
    evidence: relay([ofTwo(RED)], [sent(RED)]),
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
    name: 'no revised prompt where the upstream states one',
    evidence: relay([images(RED)], [revising('A red circle.')]),
    findings: [{ expected: 'A red circle.', actual: 'none', where: 'data[0].revised_prompt' }],
  },
  {
    name: 'null where the upstream states a revised prompt',
    evidence: relay([shownAs(null)], [revising('A red circle.')]),
    findings: [{ expected: 'A red circle.', actual: null }],
  },
  {
    name: 'a revised prompt where the upstream states none',
    evidence: relay([shownAs('A red circle.')], [revising(undefined)]),
  },
  {
    name: 'a revised prompt of an answer that is not kept whole',
    evidence: relay([shownAs('A red circle.')], [sent(RED)]),
  },
  {
    name: 'an address in place of the image',
    evidence: relay(
      [answer({ data: [{ url: 'http://127.0.0.1/1.png' }] }, { operation: 'images' })],
      [sent(RED)],
    ),
    unverifiable: 'an image in base64',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500, operation: 'images' })], [sent(RED)]),
    unverifiable: 'a whole 2xx answer',
  },
  {
    name: 'a failure of the upstream',
    evidence: relay([images(RED)], [call({ answer: { status: 500 } })]),
    unverifiable: 'one whole 2xx answer of the upstream',
  },
]);
