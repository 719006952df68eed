import { expect, test } from 'vitest';
import { commonCauses } from '../../../src/report/assemble/common-causes.ts';
import { decide } from '../../../src/report/assemble/outcome.ts';
import { html } from '../../../src/report/formats/html.ts';
import { markdown } from '../../../src/report/formats/markdown.ts';
import { text } from '../../../src/report/formats/text.ts';
import type { JudgedRecord, RuleResult } from '../../../src/report/schema/rules.ts';
import * as samples from '../sample-report.ts';
import { baselineRule, judgedRecord } from '../sample-rule.ts';

const BILLABLE = ['chat', 'responses', 'images', 'transcription', 'video-create'];
const WITNESSES = [
  'idempotency-every-billable-post',
  'idempotency-mismatch-refused',
  'idempotency-length-256-refused',
];

/** Judged once in each operation, with a finding in those named. */
function judgedWith(operations: readonly string[]): JudgedRecord {
  const pieces = Object.fromEntries(BILLABLE.map((name) => [name, { judged: 1, unverified: 0 }]));
  return judgedRecord(Object.fromEntries(operations.map((name) => [name, 1])), pieces);
}

function witnesses(operations: readonly string[]): RuleResult[] {
  return WITNESSES.map((id) => baselineRule({ id, conformance: judgedWith(operations) }));
}

const BLOCKED = baselineRule({
  id: 'idempotency-mismatch-keeps-first',
  verdict: 'could-not-verify',
  reason: 'needs another body that is refused',
  blockedBy: ['idempotency-mismatch-refused'],
});

const IGNORED = [
  baselineRule({ id: 'idempotency-replay', conformance: judgedWith(['chat']) }),
  BLOCKED,
  ...witnesses(BILLABLE),
];

test('causes: keys that are ignored in every operation are one cause of all that follows', () => {
  expect(commonCauses(IGNORED)).toEqual([
    {
      sentence: 'Idempotency-Key has no effect on any operation.',
      rules: ['idempotency-replay', ...WITNESSES, 'idempotency-mismatch-keeps-first'],
    },
  ]);
});

test('causes: keys that are ignored in two operations name these operations', () => {
  const rules = witnesses(['images', 'video-create']);
  expect(commonCauses(rules)[0]?.sentence).toBe(
    'Idempotency-Key has no effect on images and video-create.',
  );
});

test('causes: a rule that fails elsewhere too does not follow from keys that are ignored', () => {
  const replay = baselineRule({ id: 'idempotency-replay', conformance: judgedWith(['chat']) });
  expect(commonCauses([replay, ...witnesses(['images'])])[0]?.rules).not.toContain(replay.id);
});

test('causes: keys that have an effect are not a cause where one rule about them fails', () => {
  const [post, ...others] = witnesses(['chat']);
  if (post === undefined) throw new Error('no rule');
  const taken = others.map((rule) => ({
    ...rule,
    verdict: 'pass' as const,
    conformance: judgedWith([]),
  }));
  expect(commonCauses([post, ...taken])).toEqual([]);
});

test('causes: retries that are executed again are one cause, though keys are looked at', () => {
  const again = ['idempotency-every-billable-post', 'idempotency-one-effect', 'idempotency-replay'];
  const failed = again.map((id) => baselineRule({ id, conformance: judgedWith(BILLABLE) }));
  const passing = witnesses([]).filter(({ id }) => !again.includes(id));
  const twice = baselineRule({
    id: 'idempotency-video-same-job',
    conformance: judgedWith(['video-create']),
  });
  expect(commonCauses([...failed, ...passing, twice])).toEqual([
    {
      sentence: 'A retry with the same Idempotency-Key is executed again by every operation.',
      rules: [...again, 'idempotency-video-same-job'],
    },
  ]);
});

const KEY_RULES = [
  'auth-missing-refused',
  'auth-unknown-key-refused',
  'auth-key-exact-match',
  'idempotency-scope-api-key',
];
const UNJUDGED_REFUSAL = baselineRule({
  id: 'auth-missing-401',
  area: 'auth',
  verdict: 'could-not-verify',
  reason: 'needs a refusal',
});

function keyless(operations: readonly string[]): RuleResult[] {
  return KEY_RULES.map((id) => {
    const [area = ''] = id.split('-');
    return baselineRule({ id, area, conformance: judgedWith(operations) });
  });
}

test('causes: what swapped answers trip is under one heading, which begins with the swap', () => {
  const failing = (id: string, operations: readonly string[]) =>
    baselineRule({ id, conformance: judgedWith(operations) });
  const causes = commonCauses([
    failing('chat-accepted', ['chat']),
    failing('relay-finish-reason-kept', ['chat', 'responses']),
    failing('relay-no-cross-talk', ['chat']),
    failing('relay-prompt-unchanged', ['chat']),
    failing('relay-text-unchanged', ['chat']),
  ]);
  expect(causes).toEqual([
    {
      sentence: 'Callers of chat get the answers to other requests.',
      rules: ['relay-no-cross-talk', 'chat-accepted', 'relay-text-unchanged'],
    },
  ]);
});

test('causes: API keys that are not looked at are one cause, with the setting that declares it', () => {
  expect(commonCauses([UNJUDGED_REFUSAL, ...keyless(BILLABLE)])).toEqual([
    {
      sentence:
        'Any API key, or none, is accepted by every operation. Where that is intended, keyHeader: null in a profile declares it.',
      rules: [...KEY_RULES, 'auth-missing-401'],
    },
  ]);
});

test('causes: a key that is echoed is a defect of its own', () => {
  const echoed = baselineRule({
    id: 'auth-key-not-echoed',
    area: 'auth',
    conformance: judgedWith(['chat']),
  });
  expect(commonCauses([echoed, ...keyless(['chat'])])[0]).toEqual({
    sentence: expect.stringContaining('is accepted by chat.'),
    rules: KEY_RULES,
  });
});

test('causes: an unknown key that is refused is not a cause where a missing one is accepted', () => {
  const rules = keyless(['chat']).map((rule) =>
    rule.id === 'auth-unknown-key-refused'
      ? { ...rule, verdict: 'pass' as const, conformance: judgedWith([]) }
      : rule,
  );
  expect(commonCauses(rules)).toEqual([]);
});

/** Rules of one operation whose streams are refused, each with a reason of its own. */
function withoutStreams(operation: string): RuleResult[] {
  const pieces = { [operation]: { judged: 0, unverified: 1 } };
  return ['offered', 'done-present', 'finish-once'].map((name, at) =>
    baselineRule({
      id: `${operation}-stream-${name}`,
      area: `${operation}-stream`,
      verdict: 'could-not-verify',
      reason: `needs ${at}`,
      blockedBy: [`${operation}-accepted`],
      conformance: judgedRecord({}, pieces),
    }),
  );
}

const ACCEPTANCES = ['chat', 'responses'].map((operation) => {
  const record = judgedRecord({ [operation]: 40 }, { [operation]: { judged: 96, unverified: 0 } });
  const examples = [{ expected: 'status 2xx', actual: 'status 500' }];
  return baselineRule({ id: `${operation}-accepted`, conformance: { ...record, examples } });
});

/** Rules of other areas that judge streams only. */
const STREAMS_ELSEWHERE = ['transport-sse-framing', 'responses-state-shape'].map((id) =>
  baselineRule({
    id,
    area: 'transport',
    verdict: 'could-not-verify',
    reason: 'needs a stream',
    blockedBy: ['chat-accepted', 'responses-accepted'],
  }),
);

test('causes: streams that are refused everywhere are one cause, whatever the reasons', () => {
  const open = [...withoutStreams('chat'), ...withoutStreams('responses'), ...STREAMS_ELSEWHERE];
  expect(commonCauses([...open, ...ACCEPTANCES])).toEqual([
    {
      sentence:
        'Every chat and responses stream was refused: status 500. Where that is intended, the rules chat-stream-* and responses-stream-* with the value off in a profile declare it.',
      rules: [...ACCEPTANCES, ...open].map(({ id }) => id),
    },
  ]);
});

test('causes: streams that none of the rules can judge are one cause without a refusal', () => {
  const accepted = ACCEPTANCES.map((rule) => ({
    ...rule,
    verdict: 'pass' as const,
    conformance: judgedWith([]),
  }));
  const [cause, ...others] = commonCauses([...withoutStreams('chat'), ...accepted]);
  expect(cause?.sentence).toMatch(/^No chat stream could be judged: needs 0\./);
  expect(cause?.rules).toHaveLength(3);
  expect(others).toEqual([]);
});

test('causes: an operation that refuses bodies too is named by its refusals', () => {
  const shape = baselineRule({
    id: 'chat-choices-shape',
    verdict: 'could-not-verify',
    blockedBy: ['chat-accepted'],
  });
  const sentences = commonCauses([shape, ...withoutStreams('chat'), ...ACCEPTANCES]).map(
    ({ sentence }) => sentence,
  );
  expect(sentences).toEqual([
    expect.stringMatching(/^No chat stream could be judged/),
    expect.stringMatching(/^40 of 96 valid chat requests were refused/),
  ]);
});

test('causes: rules of streams of which one was judged are not one cause', () => {
  const [offered, ...rest] = withoutStreams('chat');
  const judged = offered && { ...offered, verdict: 'pass' as const };
  expect(commonCauses([...(judged ? [judged] : []), ...rest])).toEqual([]);
});

const REFUSAL = { expected: 'status 2xx', actual: 'status 500, application/json: "no backend"' };

function refused(findings: number): RuleResult[] {
  const pieces = { images: { judged: 12, unverified: 0 } };
  const record = judgedRecord({ images: findings }, pieces);
  const head = baselineRule({
    id: 'images-accepted',
    conformance: { ...record, judged: 2, examples: [REFUSAL] },
  });
  const shape = baselineRule({
    id: 'images-shape',
    verdict: 'could-not-verify',
    blockedBy: ['images-accepted'],
  });
  return [shape, { ...shape, id: 'images-decodes', blockedBy: ['images-shape'] }, head];
}

test.each([
  [12, 'Every valid images request was refused: status 500, application/json: "no backend".'],
  [3, '3 of 12 valid images requests were refused: status 500, application/json: "no backend".'],
])(
  'causes: an operation that refuses %i of 12 valid requests is the cause of unverified rules',
  (findings, sentence) => {
    expect(commonCauses(refused(findings))).toEqual([
      { sentence, rules: ['images-accepted', 'images-shape', 'images-decodes'] },
    ]);
  },
);

test('causes: a rule that causes others is named with the member that it found', () => {
  const record = judgedRecord({ images: 1 });
  const absent = { expected: 'string', actual: 'absent', where: 'data[0].mime_type' };
  const head = baselineRule({ id: 'images-shape', conformance: { ...record, examples: [absent] } });
  const open = baselineRule({
    id: 'images-mime-matches',
    verdict: 'could-not-verify',
    blockedBy: ['images-shape'],
  });
  expect(commonCauses([head, open])[0]?.sentence).toBe(
    'images-shape failed in images: data[0].mime_type absent.',
  );
});

const CALM = { interrupted: false, harnessErrors: [], slo: [], judgedShare: 1 };

test('causes: the outcome names a cause once, with the number of rules', () => {
  expect(decide({ ...CALM, rules: IGNORED }).reasons).toEqual([
    'Idempotency-Key has no effect on any operation. 4 required rules failed, 1 could not be verified.',
  ]);
});

test('causes: one rule that fails where the baseline accepts the others is named itself', () => {
  const accepted = { reason: 'ticket 12', expires: '2026-12-22' };
  const [first, ...others] = IGNORED;
  if (first === undefined) throw new Error('no rule');
  const rest = others.map((rule): RuleResult => {
    const verdict = rule.verdict === 'fail' ? 'note' : rule.verdict;
    return { ...rule, verdict, accepted };
  });
  expect(decide({ ...CALM, rules: [first, ...rest] }).reasons).toEqual([
    'Required rule failed: idempotency-replay in chat (assumed rule, seen in conformance).',
  ]);
});

test.each([text, markdown, html])(
  'causes: $file starts with the cause, and lists its rules below',
  (format) => {
    const report = { ...samples.failingGate(), rules: IGNORED, causes: commonCauses(IGNORED) };
    const page = format.render(report);
    const sentence = page.indexOf('Idempotency-Key has no effect on any operation.');
    expect(sentence).toBeGreaterThan(-1);
    for (const { id } of IGNORED) expect(page.indexOf(id)).toBeGreaterThan(sentence);
    expect(page).not.toContain('Rules that did not pass');
  },
);

const UNREASONED = ['one', 'two', 'three'].map((id) =>
  baselineRule({
    id: `idempotency-${id}`,
    verdict: 'could-not-verify',
    reason: 'needs an API key of another tenant: set ASSAY_API_KEY_2',
  }),
);
const ALONE = baselineRule({
  id: 'idempotency-alone',
  verdict: 'could-not-verify',
  reason: 'needs a ledger',
});

test('causes: rules that could not be verified for one reason are together', () => {
  const [cause, ...others] = commonCauses([...UNREASONED, ALONE]);
  expect(cause).toEqual({
    sentence:
      '3 rules could not be verified for one reason: needs an API key of another tenant: set ASSAY_API_KEY_2.',
    rules: UNREASONED.map(({ id }) => id),
  });
  expect(others).toEqual([]);
});

test('causes: the outcome names one reason once, with the first rules', () => {
  const many = Array.from({ length: 7 }, (_, at) =>
    baselineRule({ id: `rule-${at}`, verdict: 'could-not-verify', reason: 'needs a ledger' }),
  );
  const { reasons } = decide({ ...CALM, rules: [...many, ...UNREASONED.slice(0, 1)] });
  expect(reasons).toEqual([
    '7 required rules could not be verified for one reason: needs a ledger (rule-0, rule-1, rule-2, rule-3, rule-4 and 2 more).',
    'Required rule could not be verified: idempotency-one (needs an API key of another tenant: set ASSAY_API_KEY_2).',
  ]);
});
