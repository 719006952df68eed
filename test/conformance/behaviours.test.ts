import { beforeAll, describe, expect, test } from 'vitest';
import { BEHAVIOURS, type Observed } from '../../src/conformance/run/observe-behaviours.ts';
import { behaviourRecord } from '../../src/report/assemble/behaviour-record.ts';
import { EXPECT } from '../support/judge-reference.ts';
import { type Ending, loopbackServer } from '../support/loopback-server.ts';
import { answersOf, observeAt, observeReference } from '../support/observe-reference.ts';
import { answer as exchangeWith } from './rules/exchanges.ts';

const LEAST = 40;

/** Also a busy machine asks for a job while it runs, and reads the tokens of a stream one by one. */
const UNHURRIED = { videoMs: 3000, itlMs: 100 };

/** Every member that a behaviour looks at, of a type that it does not have. */
const OTHER_SHAPES = JSON.stringify({
  object: [],
  created: 'x',
  choices: [null, { message: [], delta: 5, finish_reason: {} }],
  usage: [1],
  data: [{ b64_json: 7 }],
  output: [{ content: [null] }],
  output_text: 3,
  error: [],
  type: 7,
});

describe.concurrent('behaviours', () => {
  let clean: Promise<readonly Observed[]>;

  beforeAll(() => {
    clean = observeReference(UNHURRIED);
  });

  test('behaviours: there are enough, each with its own id and two sentences', () => {
    const ids = BEHAVIOURS.map(({ behaviour }) => behaviour.id);
    expect(ids.length).toBeGreaterThanOrEqual(LEAST);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { behaviour } of BEHAVIOURS) {
      expect(behaviour.question).toMatch(/^[A-Z].+\?$/);
      expect(behaviour.silence).toMatch(/\.$/);
    }
  });

  test('behaviours: the clean reference gateway shows every one, with evidence', async () => {
    const records = (await clean)
      .filter(({ behaviour }) => !behaviour.upstream)
      .map(behaviourRecord);
    expect(records.filter(({ answer }) => answer === null)).toEqual([]);
    expect(records.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
  });

  test('behaviours: two observations of the same gateway agree, except on the pace of streams', async () => {
    const both = await Promise.all([clean, observeReference(UNHURRIED)]);
    // A busy machine reads several events at once.
    const [one, other] = both.map((seen) =>
      [...answersOf(seen)].filter(([id]) => !id.endsWith('-stream-pace')),
    );
    expect(other).toEqual(one);
  });

  test('behaviours: those that need another tenant are not observed without its key', async () => {
    const alone = BEHAVIOURS.filter(({ behaviour }) => behaviour.secondKey);
    const records = (await observeReference({ secondKey: false, behaviours: alone })).map(
      behaviourRecord,
    );
    expect(records.map(({ id }) => id)).toEqual([
      'key-of-another-tenant',
      'job-seen-by-another-tenant',
    ]);
    for (const { answer, reason } of records) {
      expect(answer).toBeNull();
      expect(reason).toMatch(/another tenant: set ASSAY_API_KEY_2$/);
    }
  });

  test('behaviours: those of both ends are not observed without an upstream', async () => {
    const behaviours = BEHAVIOURS.filter(({ behaviour }) => behaviour.upstream);
    const records = (await observeReference({ behaviours })).map(behaviourRecord);
    for (const { answer, reason } of records) {
      expect(answer).toBeNull();
      expect(reason).toBe(
        'it needs Assay as the provider behind the gateway: use --upstream HOST:PORT',
      );
    }
  });

  test.each([
    ['idem-no-replay', 'repeated-key', /^all: 200, a new result$/],
    ['cs-buffer-all', 'chat-stream-pace', /^in one burst at the end$/],
    ['rst-buffer-all', 'responses-stream-pace', /^in one burst at the end$/],
    ['idem-replay-bills', 'repeated-key', /the first result again, billed again/],
    ['auth-no-challenge', 'challenge', /^no header www-authenticate$/],
    ['auth-after-lookup', 'auth-before-validation', /does not exist: 404$/],
    ['err-flat', 'failure-body', /: \{code, message, object, param, type\}/],
    ['err-405-no-allow', 'wrong-method-allow', /^no header allow$/],
    ['cs-no-done', 'chat-stream-end', /no \[DONE\]$/],
    ['chat-created-millis', 'timestamp-unit', /whole milliseconds since 1970/],
    ['vid-delete-204', 'cancel-at-once', /^204/],
    ['vid-delete-ignored', 'deleted-job-runs-on', /^yes: "completed"$/],
    ['vid-second-delete-500', 'cancel-twice', /^500.*; the first got 200, "cancelled"$/],
    ['tr-two-files-first-wins', 'two-uploads', /200/],
    ['idem-max-254', 'taken-key-lengths', /^1 character: 200; 255: 400/],
    ['idem-mismatch-409', 'repeated-key-other-body', /409/],
  ])('behaviours: the fault %s changes the answer to %s', async (fault, id, answer) => {
    expect(await answerWith({ faults: [fault] }, id)).toMatch(answer);
    expect(await answerWith(UNHURRIED, id)).not.toMatch(answer);
  });

  test.each([
    ['in-flight-waits', 'retry-in-flight', /^chat, responses: the result of the first$/],
    ['video-accepted-202', 'success-status', /video-create: 202/],
    ['dated-model', 'answered-model', /requested "ref-chat", returned "ref-chat-/],
    ['video-gone-after-cancel', 'cancel-at-once', /; then GET: 410/],
    ['video-gone-after-cancel', 'deleted-job-runs-on', /^GET does not show it: 410/],
    ['webp-images', 'image-format', /bytes of image\/webp/],
    ['responses-done', 'responses-stream-end', /then \[DONE\]$/],
    ['gzip-on-ask', 'compression', /^content-encoding: gzip$/],
    ['connection-close', 'keep-alive', /^1 of 3 requests/],
    ['sse-comments', 'stream-framing', /comments/],
    ['unknown-members', 'answer-members', /\bx_|vendor/],
  ])('behaviours: the variant %s changes the answer to %s', async (variant, id, answer) => {
    expect(await answerWith({ variants: [variant] }, id)).toMatch(answer);
    expect(await answerWith({}, id)).not.toMatch(answer);
  });

  test.each([
    ['that differs in each answer', (at: number) => `id-${at}`, 'x-litellm-call-id'],
    ['that is empty', () => '', 'none (x-litellm-call-id is empty)'],
    ['that never changes', () => 'id-1', 'none (x-litellm-call-id never changes)'],
  ])('behaviours: a request id %s is reported as such', (_, valueAt, words) => {
    const exchanges = [1, 2].map((at) => {
      const exchange = exchangeWith({});
      const headers = [['x-litellm-call-id', valueAt(at)] as const];
      return { ...exchange, ...(exchange.answer && { answer: { ...exchange.answer, headers } }) };
    });
    const seen = { series: [], relays: [], exchanges };
    const [entry] = named('request-id-header');
    const observations = entry?.behaviour.observe(seen, EXPECT) ?? [];
    expect(observations.map(({ value }) => value)).toEqual([words, words]);
  });

  test('behaviours: streams are not observed if a gateway ignores the stream switch', async () => {
    const behaviours = named('chat-stream-end');
    const [observed] = await observeReference({ faults: ['cs-ignore-stream'], behaviours });
    expect(observed && behaviourRecord(observed)).toMatchObject({
      answer: null,
      reason: 'no answer showed it (POST /chat/completions returned 200, application/json)',
    });
  });

  test.for([
    ['text', 'text/plain', 'ok'],
    ['JSON of other shapes', 'application/json', OTHER_SHAPES],
    ['a stream of other shapes', 'text/event-stream', `data: ${OTHER_SHAPES}\n\ndata: [1]\n\n`],
  ])(
    'behaviours: a server that answers everything with %s breaks none',
    async ([, type = '', body = ''], context) => {
      const address = await answerAll(type, body, context);
      const keys = { first: 'a_live_0123', second: 'b_live_4567' };
      const observed = await observeAt(address, keys);
      expect(observed.length).toBe(BEHAVIOURS.length);
      const answers = answersOf(observed);
      expect(answers.get('unknown-path')).toBe('200');
      expect(answers.get('states-of-a-job')).toBeNull();
    },
  );

  test('behaviours: what explains a missing observation is an answer of its own operation', async (context) => {
    const address = await answerAll('text/plain', 'ok', context);
    const keys = { first: 'a_live_0123', second: 'b_live_4567' };
    const behaviours = named('video-first-status');
    const [observed] = await observeAt(address, keys, behaviours);
    expect(observed && behaviourRecord(observed).reason).toBe(
      'no answer showed it (POST /videos returned 200, text/plain)',
    );
  });
});

async function answerWith(
  circumstances: Parameters<typeof observeReference>[0],
  id: string,
): Promise<string> {
  const observed = await observeReference({ ...circumstances, behaviours: named(id) });
  return answersOf(observed).get(id) ?? '';
}

function named(id: string) {
  return BEHAVIOURS.filter(({ behaviour }) => behaviour.id === id);
}

/** A server that gives one answer to every request. */
async function answerAll(type: string, body: string, ending: Ending): Promise<string> {
  const host = await loopbackServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
  }, ending);
  return `http://${host}`;
}
