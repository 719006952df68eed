import { expect, test } from 'vitest';
import { sentJson } from '../../../src/answers/sent-body.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { RuleJudge } from '../../../src/conformance/judge.ts';
import { badChats } from '../../../src/conformance/probes/refused.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import {
  chatFinishReason,
  chatRequiredFields,
} from '../../../src/conformance/rules/chat/answers.ts';
import { chatAccepted, chatBadFieldsRefused } from '../../../src/conformance/rules/chat/prompts.ts';
import { chatToolChoice } from '../../../src/conformance/rules/chat/tools.ts';
import { chatStreamDonePresent } from '../../../src/conformance/rules/chat-stream/course.ts';
import { chatStreamIncremental } from '../../../src/conformance/rules/chat-stream/shape.ts';
import { errorsNever2xx } from '../../../src/conformance/rules/errors/bodies.ts';
import { idempotencyReplay } from '../../../src/conformance/rules/idempotency/replays.ts';
import { relayFinishReasonKept } from '../../../src/conformance/rules/relay/answers.ts';
import { relayOneCall } from '../../../src/conformance/rules/relay/calls.ts';
import { relayBadAnswer, relayNoInternals } from '../../../src/conformance/rules/relay/failures.ts';
import { transportReuseAfterError } from '../../../src/conformance/rules/transport/connections.ts';
import { videoProgressMonotone } from '../../../src/conformance/rules/video/jobs.ts';
import { SharedEvidence } from '../../../src/conformance/run/shared-evidence.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { judgeReference } from '../../support/judge-reference.ts';
import { choice, completion } from '../rules/chat/completions.ts';
import { answer } from '../rules/exchanges.ts';
import { call, relay } from '../rules/relays.ts';
import { made, readAt } from '../rules/video/jobs.ts';

const PROFILE = resolveProfile(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
);

const valid = (...of: Parameters<typeof answer>): Exchange => ({
  ...answer(...of),
  expected: 'accepted',
});

const shared = (...exchanges: Exchange[]) => new SharedEvidence(exchanges, PROFILE);

test('shared evidence: a contradiction that the probe of another rule gathered is a finding', () => {
  const judge = new RuleJudge(chatFinishReason, PROFILE.expect);
  judge.judgeShared(answer(completion()));
  judge.judgeShared(answer(completion({ choices: [choice({ finish_reason: '' })] })));
  expect(judge.tally).toMatchObject({ shared: 2, judged: 0, findings: 1, unverified: 0 });
});

test('shared evidence: evidence that does not settle a rule is not counted', () => {
  const judge = new RuleJudge(chatStreamDonePresent, PROFILE.expect);
  judge.judgeShared(answer(completion()));
  judge.judgeShared(answer('', { outcome: 'reset', unanswered: true }));
  expect(judge.tally).toMatchObject({ shared: 0, unverified: 0, findings: 0 });
});

test('shared evidence: a run shares what each probe gathers with the rules of all others', async () => {
  const [outcome] = await judgeReference([chatFinishReason, idempotencyReplay]);
  expect(outcome?.tally.judged).toBeGreaterThan(0);
  expect(outcome?.tally.shared).toBeGreaterThan(0);
});

test('shared evidence: another method on the path of an operation is not a request to it', () => {
  const options = answer('', { request: { method: 'OPTIONS' } });
  expect(shared(options, valid(completion())).for(chatFinishReason)).toHaveLength(1);
});

test('shared evidence: a 2xx answer shows its shape only where the request is not meant to be refused', () => {
  const refusable = answer({ model: 1 }, { sent: { model: 1 } });
  const legal: Exchange = { ...answer(completion()), expected: 'legal' };
  const ofJob: Exchange = { ...answer(completion()), madeBy: legal };
  expect(shared(refusable, legal, ofJob).for(chatRequiredFields)).toEqual([legal, ofJob]);
  expect(shared(refusable).for(errorsNever2xx)).toEqual([refusable]);
});

test('shared evidence: an invalid request that is echoed with 200 is a finding of the rule about refusing alone', async () => {
  const echoed = (exchange: Exchange): Exchange =>
    exchange.sender !== badChats.name || exchange.expected !== undefined
      ? exchange
      : { ...answer(sentJson(exchange)), id: exchange.id, request: exchange.request };
  const outcomes = await judgeReference([chatRequiredFields, chatBadFieldsRefused], {
    change: echoed,
  });
  expect(outcomes.filter(({ tally }) => tally.findings > 0).map(({ rule }) => rule)).toEqual([
    chatBadFieldsRefused,
  ]);
});

test('shared evidence: how a request ends on the connection of a refusal is for the rule about that alone', async () => {
  const rules = [chatAccepted, transportReuseAfterError];
  const outcomes = await judgeReference(rules, { variants: ['closes-after-refusal'] });
  expect(outcomes.map(({ tally }) => [tally.findings, tally.judged > 0])).toEqual([
    [0, true],
    [0, true],
  ]);
});

test('shared evidence: equal requests with one key are retries, and others are not', () => {
  const keyed = (asked: unknown, sentAtMs: number) =>
    answer(completion(), {
      sent: asked,
      sentAtMs,
      request: { headers: [['idempotency-key', 'k']], body: bodyOf(asked) },
    });
  const pieces = shared(keyed('one', 20), keyed('one', 0), keyed('other', 40)).for(
    idempotencyReplay,
  );
  expect(pieces.map((piece) => ('exchanges' in piece ? sentAt(piece.exchanges) : piece))).toEqual([
    [0, 20],
  ]);
});

test('shared evidence: a video job is its POST, with the reads of its owner and later POSTs that were given its id', () => {
  const again = { ...made(), timing: { ...made().timing, sendMs: 30 } };
  const url = 'http://127.0.0.1:8080/videos/v1';
  const read = readAt(10, {}, { request: { url } });
  const [job, ...others] = shared(read, again, made()).for(videoProgressMonotone);
  expect(others).toEqual([]);
  expect(job && 'exchanges' in job && sentAt(job.exchanges)).toEqual([0, 10, 30]);
});

function bodyOf(asked: unknown): Exchange['request']['body'] {
  const text = JSON.stringify(asked);
  return { kind: 'text', text, sizeBytes: Buffer.byteLength(text) };
}

function sentAt(exchanges: readonly Exchange[]): readonly number[] {
  return exchanges.map(({ timing }) => timing.sendMs);
}

test('shared evidence: both ends are for the rules about all probes, of the same operation', () => {
  const chat = relay([answer({}, { status: 502 })], []);
  const image = relay([answer({}, { status: 502, operation: 'images' })], []);
  const both = new SharedEvidence([], PROFILE, [chat, image]);
  expect(both.for(relayNoInternals)).toEqual([chat, image]);
  expect(both.for(relayFinishReasonKept)).toEqual([chat]);
  expect(both.for(relayOneCall)).toEqual([]);
});

test('shared evidence: a run shares both ends with the rules about all probes', async () => {
  const rules = [relayNoInternals, relayBadAnswer];
  const outcomes = await judgeReference(rules, { upstream: true });
  const [internals, bad] = rules.map((rule) => outcomes.find((each) => each.rule === rule)?.tally);
  expect(internals?.shared).toBe(bad?.judged);
  expect(bad?.shared).toBe(0);
});

test.each([
  ['a page', 200, { failure: 'html' }, 0],
  ['a stream that is cut', 200, { failure: 'fin-after', outcome: 'failed' }, 0],
  ['a failure', 200, { answer: { status: 500 } }, 0],
  ['a failure that stays one', 502, { failure: 'html' }, 1],
  ['a gzip body', 200, { failure: 'gzip' }, 1],
  ['an ordinary answer', 200, {}, 1],
] as const)(
  'shared evidence: what a gateway makes of %s of its provider, with status %i',
  (_, status, facts, count) => {
    const exchange = valid({}, { status });
    const both = new SharedEvidence([exchange], PROFILE, [relay([exchange], [call(facts)])]);
    expect(both.for(chatFinishReason)).toHaveLength(count);
  },
);

test('shared evidence: an answer at the pace of a script is for no rule about times', () => {
  const exchange = valid(completion());
  const both = new SharedEvidence([exchange], PROFILE, [relay([exchange], [call()])]);
  expect(both.for(chatStreamIncremental)).toEqual([]);
  expect(both.for(chatStreamDonePresent)).toEqual([exchange]);
});

test('shared evidence: an answer of Assay as the model is for no rule about tools', () => {
  const exchange = valid(completion());
  const both = new SharedEvidence([exchange], PROFILE, [relay([exchange], [call()])]);
  expect(both.for(chatToolChoice)).toEqual([]);
  expect(shared(exchange).for(chatToolChoice)).toEqual([exchange]);
});

test('shared evidence: the attempt that succeeded decides', () => {
  const exchange = valid(completion());
  const calls = [call({ answer: { status: 503 } }), call()];
  const both = new SharedEvidence([exchange], PROFILE, [relay([exchange], calls)]);
  expect(both.for(chatFinishReason)).toHaveLength(1);
});
