import { expect, test } from 'vitest';
import type { ProbeRequest } from '../../../src/conformance/gateway.ts';
import { sendTrial } from '../../../src/conformance/probes/trials.ts';
import { legal } from '../../../src/conformance/requests/plain.ts';
import { errorsBadJson } from '../../../src/conformance/rules/errors/requests.ts';
import { idempotencyMismatchEachMember } from '../../../src/conformance/rules/idempotency/mismatches.ts';
import { transcriptionMultipartForms } from '../../../src/conformance/rules/transcription/uploads.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { BudgetSpent } from '../../../src/conformance/sending/budget.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { EXPECT, judgeReference } from '../../support/judge-reference.ts';
import { answer } from '../rules/exchanges.ts';

const BAD: ProbeRequest = { operation: 'chat', body: { text: '{', type: 'application/json' } };
const LEGAL = legal(BAD);
const withStatus = (status: number) => answer({}, { status });
const TIMED_OUT: Exchange = { ...withStatus(200), outcome: 'timed-out' };
const RESET: Exchange = { ...withStatus(200), outcome: 'reset' };

test.each<[name: string, request: ProbeRequest, sent: readonly Exchange[], judged: number]>([
  ['a refusal of a bad request', BAD, [withStatus(400)], 0],
  ['a bad request that is accepted', BAD, [withStatus(200)], 0],
  ['a failure that passes', BAD, [withStatus(500), withStatus(400)], 1],
  ['a failure that recurs', BAD, [withStatus(500), withStatus(502)], 1],
  ['a connection that breaks once', BAD, [RESET, withStatus(400)], 1],
  ['a failure, after which there is no answer', BAD, [withStatus(500), TIMED_OUT], 0],
  ['"too many requests", which was sent again before,', LEGAL, [withStatus(429)], 0],
  ['a legal request that is accepted', LEGAL, [withStatus(200)], 0],
  ['a refusal of a legal request that passes', LEGAL, [withStatus(401), withStatus(200)], 1],
  ['a refusal of a legal request that recurs', LEGAL, [withStatus(400), withStatus(400)], 1],
])('a trial: %s', async (_, request, sent, judged) => {
  const gateway = gatewayThat([...sent]);
  expect(await sendTrial(gateway, request)).toBe(sent[judged]);
  expect(gateway.attempts).toEqual(sent.map((__, at) => (at === 0 ? undefined : at + 1)));
});

test('a trial: the first answer counts where no other request is allowed', async () => {
  const failed = withStatus(500);
  expect(await sendTrial(gatewayThat([failed]), BAD)).toBe(failed);
});

test('a trial: rules about unusual requests do not blame them for failures now and then', async () => {
  const rules = [errorsBadJson, idempotencyMismatchEachMember, transcriptionMultipartForms];
  const failed = new Set<string>();
  const outcomes = await judgeReference(rules, {
    change: (exchange) => failingOnce(failed, exchange),
  });
  expect(failed.size).toBeGreaterThan(20);
  expect(outcomes.map(({ tally }) => tally.findings)).toEqual([0, 0, 0]);
});

/** Each body fails once, except for those that are meant to be accepted. */
function failingOnce(failed: Set<string>, exchange: Exchange): Exchange {
  const body = JSON.stringify(exchange.request.body);
  const name = `${exchange.operation} ${body}`;
  if (exchange.expected === 'accepted' || failed.has(name) || exchange.answer === undefined)
    return exchange;
  failed.add(name);
  return { ...exchange, answer: { ...exchange.answer, status: 500 } };
}

function gatewayThat(answers: Exchange[]) {
  const attempts: (number | undefined)[] = [];
  class Answering extends DryRunGateway {
    readonly attempts = attempts;
    override async send(request: ProbeRequest): Promise<Exchange> {
      const next = answers.shift();
      if (next === undefined) throw new BudgetSpent('1 call');
      attempts.push(request.attempt);
      return next;
    }
  }
  return new Answering('trial', EXPECT);
}
