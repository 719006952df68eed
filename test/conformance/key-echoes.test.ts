import { beforeAll, describe, expect, test } from 'vitest';
import { authKeyNotEchoed } from '../../src/conformance/rules/auth.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { judgeReference } from '../support/judge-reference.ts';
import { findingsOn } from '../support/taped-rule.ts';

const FAULT = 'auth-echo-key';
const FORMS: readonly (readonly [string, string, (answer: Answer) => boolean])[] = [
  ['plain', 'a refusal', ({ status }) => status === 401],
  ['in JSON escapes', 'the body of a chat', isOf('chat', 'application/json')],
  ['in the deltas', 'a stream of a chat', isOf('chat', 'text/event-stream')],
  ['in JSON escapes', 'the body of a response', isOf('responses', 'application/json')],
  ['in the deltas', 'a stream of a response', isOf('responses', 'text/event-stream')],
];

interface Answer {
  readonly operation: string;
  readonly status: number;
  readonly type: string;
}

describe.each([
  ['echoes', [FAULT]],
  ['does not echo', []],
])('key echoes: a gateway that %s the key', (_, faults) => {
  let seen: readonly Exchange[] = [];

  beforeAll(async () => {
    seen = await exchangesOf(faults);
  });

  test.each(FORMS)('%s, in %s', (_form, _place, fits) => {
    const wanted = seen.filter((exchange) => fits(answerOf(exchange)));
    expect(wanted.length).toBeGreaterThan(0);
    const found = wanted.some((exchange) => findingsOn([exchange], authKeyNotEchoed) > 0);
    expect(found).toBe(faults.length > 0);
  });
});

/** All that the probe of the rule gathers from a reference gateway. */
async function exchangesOf(faults: readonly string[]): Promise<readonly Exchange[]> {
  const seen: Exchange[] = [];
  await judgeReference([authKeyNotEchoed], {
    faults,
    seen: (_probe, _request, exchange) => seen.push(exchange),
  });
  return seen;
}

function isOf(operation: string, type: string): (answer: Answer) => boolean {
  return (answer) =>
    answer.status === 200 && answer.operation === operation && answer.type === type;
}

function answerOf({ operation, answer }: Exchange): Answer {
  const type = answer?.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  return { operation, status: answer?.status ?? 0, type };
}
