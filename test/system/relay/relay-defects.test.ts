import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { judgeReference } from '../../support/judge-reference.ts';
import { RELAY_RULES } from '../../support/relay/rule-lists.ts';

/** Defects of one operation, or of one kind of message: a rule that looks at chats only misses them. */
const FOUND_BY = {
  'relay-image-retries': ['relay-retry-bounded', 'images'],
  'relay-drop-call-id': ['relay-roles-order', 'chat'],
  'relay-drop-duration': ['relay-parameters-kept', 'video-create'],
  'relay-drop-instructions': ['relay-prompt-unchanged', 'responses'],
  'relay-incomplete-as-completed': ['relay-finish-reason-kept', 'responses'],
  'relay-forget-cached': ['relay-usage-unchanged', 'chat'],
  'relay-cap-delta': ['relay-event-large', 'responses'],
  'relay-cut-pairs': ['relay-split-character', 'chat'],
  'relay-drop-image': ['relay-image-unchanged', 'images'],
  'relay-progress-zero': ['relay-video-fresh', 'video-read'],
  'relay-drop-usage-option': ['relay-parameters-kept', 'chat'],
  'relay-count-images': ['relay-usage-unchanged', 'images'],
  'relay-rewrite-arguments': ['relay-tool-calls-kept', 'chat'],
  'relay-retry-reset': ['relay-retry-bounded', 'transcription'],
  'relay-retry-silence': ['relay-silent-deadline', 'responses'],
  'relay-read-5xx-as-200': ['relay-5xx-stays-error', 'video-read'],
  'relay-read-429-as-500': ['relay-429-stays-429', 'video-read'],
  'relay-read-garbage': ['relay-bad-answer', 'video-read'],
  'relay-cancel-401': ['relay-upstream-401-masked', 'video-cancel'],
  'relay-key-with-cancels': ['relay-caller-key-withheld', 'video-create'],
} as const;

test('relay defects: each is found in the operation that has it, and nowhere else', async () => {
  const named = [...Object.values(FOUND_BY).map(([id]) => id), 'relay-video-cancel'];
  const rules = RELAY_RULES.filter(({ id }) => named.includes(id));
  const outcomes = await judgeReference(rules, {
    faults: Object.keys(FOUND_BY),
    trustsTimes: true,
  });
  const found = outcomes.flatMap(({ rule, tally }) =>
    [...tally.byOperation.keys()].map((operation) => [rule.id, operation]),
  );
  expect(found.toSorted()).toEqual(Object.values(FOUND_BY).toSorted());
});

test.concurrent('relay defects: a read that fails is found where it makes a failed job', async () => {
  const rules = RELAY_RULES.filter(({ id }) => id === 'relay-video-fresh');
  const [outcome] = await judgeReference(rules, { faults: ['relay-poll-failed'] });
  const examples = outcome?.tally.byOperation.get('video-read')?.examples ?? [];
  expect(examples).toMatchObject([
    { finding: { expected: 'a state that the upstream has shown', actual: 'failed' } },
  ]);
});

test.concurrent.each([
  ['relay-read-retries', 'relay-retry-bounded', 'video-read'],
  ['relay-read-unreachable-500', 'relay-unreachable', 'video-read'],
  ['relay-read-drop-retry-after', 'relay-retry-after-kept', 'video-read'],
  ['relay-drop-null-content', 'relay-roles-order', 'chat'],
])('relay defects: %s is found by %s in %s', async (fault, rule, operation) => {
  const rules = RELAY_RULES.filter(({ id }) => id === rule);
  const [outcome] = await judgeReference(rules, { faults: [fault] });
  expect([...(outcome?.tally.byOperation.keys() ?? [])]).toEqual([operation]);
});

test.concurrent('relay defects: a lost revised_prompt is found where the image is the same', async () => {
  const rules = RELAY_RULES.filter(({ id }) => id === 'relay-image-unchanged');
  const [outcome] = await judgeReference(rules, { faults: ['relay-drop-revised'] });
  const examples = outcome?.tally.byOperation.get('images')?.examples ?? [];
  expect(examples[0]).toMatchObject({
    finding: { actual: null, where: 'data[0].revised_prompt' },
  });
});

/** Defects of one form of a request, or of one size: the rule, and the requests at which it is found. */
const FOUND_AT = {
  'relay-image-retries-422': ['relay-retry-only-safe', 'images, upstream 422'],
  'relay-drop-stream-penalty': ['relay-parameters-kept', 'all parameters of a stream'],
  'relay-plain-quotes': [
    'relay-prompt-unchanged',
    'chat stream, all of Unicode',
    'responses stream, all of Unicode',
  ],
  'relay-cut-prompt': [
    'relay-prompt-unchanged',
    ...['chat', 'chat stream', 'responses', 'responses stream'].map((form) => `${form}, 60 kB`),
  ],
  'relay-file-line-ends': ['relay-file-unchanged', '1 kB', '1 MiB', '25 MiB'],
  'relay-stream-replay-calls': ['relay-replay-makes-no-call', 'chat stream', 'responses stream'],
  'relay-cut-arguments': ['relay-tool-calls-kept', 'chat'],
  'relay-last-messages': ['relay-roles-order', '40 messages'],
  'relay-cut-answer': ['relay-body-unchanged', 'chat, 2 000 long tokens'],
  'relay-video-as-text': ['relay-video-content', 'the content of a video'],
  'relay-call-before-auth': [
    'relay-no-call-when-refused',
    ...['chat', 'chat stream', 'responses', 'responses stream'].map(withUnknownKey),
    ...['images', 'transcription', 'video-create'].map(withUnknownKey),
  ],
} as const;

test('relay defects: each is found in the forms and sizes that have it, and nowhere else', async () => {
  const wanted = Object.values(FOUND_AT).flatMap(([id, ...labels]) =>
    labels.map((label) => `${id}: ${label}`),
  );
  const rules = RELAY_RULES.filter(({ id }) => Object.values(FOUND_AT).some(([of]) => of === id));
  const outcomes = await judgeReference(rules, { faults: Object.keys(FOUND_AT) });
  const found = outcomes.flatMap(({ rule, tally }) =>
    [...tally.byOperation.values()].flatMap(({ examples }) =>
      examples.map(({ label }) => `${rule.id}: ${label}`),
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual(wanted.toSorted());
});

function withUnknownKey(form: string): string {
  return `${form}, unknown key`;
}

test('relay defects: a redirect is tried to another port, and to another host where there is one', async () => {
  const rules = RELAY_RULES.filter(({ id }) => id === 'relay-redirect');
  const [outcome] = await judgeReference(rules, { faults: ['relay-follow-redirect'] });
  const place = (await canListen('127.0.0.2')) ? 'host' : 'port';
  const examples = outcome?.tally.byOperation.get('chat')?.examples ?? [];
  expect(examples.map(({ label }) => label)).toEqual([
    'chat, status 307 to another port',
    `chat, status 307 to another ${place}`,
    `chat, status 302 to another ${place}`,
  ]);
});

async function canListen(host: string): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
