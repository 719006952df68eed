import { describe, expect, test } from 'vitest';
import { reportedEnd } from '../../../src/conformance/findings/job-course.ts';
import type { ProbeRequest } from '../../../src/conformance/gateway.ts';
import { lostConnections } from '../../../src/conformance/probes/retries.ts';
import { cancelledJobs } from '../../../src/conformance/probes/video.ts';
import { cancelsAtTheEnd } from '../../../src/conformance/probes/video-races.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { BudgetSpent } from '../../../src/conformance/sending/budget.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';

const { expect: expectations } = resolveProfile(referenceProfile, []);

/** A gateway that answers, in place of another answer, what a test wants to a request. */
class Answering extends DryRunGateway {
  readonly #alter: (request: ProbeRequest, exchange: Exchange) => Exchange;

  constructor(alter: (request: ProbeRequest, exchange: Exchange) => Exchange) {
    super('a-probe', expectations);
    this.#alter = alter;
  }

  override async send(request: ProbeRequest): Promise<Exchange> {
    return this.#alter(request, await super.send(request));
  }

  count(operation: string): number {
    return this.exchanges.filter((each) => each.operation === operation).length;
  }
}

function withStatus(exchange: Exchange, id: string | undefined, status: string): Exchange {
  const body = Buffer.from(JSON.stringify({ id, status }));
  return { ...exchange, ...(exchange.answer && { answer: { ...exchange.answer, body } }) };
}

const endsOf = (exchanges: readonly Exchange[]) =>
  exchanges
    .filter(({ operation }) => operation === 'video-cancel')
    .map((each) => reportedEnd(each, expectations.videoStates));

describe('the end of a job', () => {
  test.each(['completed', 'cancelled'])(
    'that all cancels missed, %s, is hit in a further round',
    async (missed) => {
      let cancels = 0;
      const gateway = new Answering((request, exchange) => {
        if (request.operation !== 'video-cancel') return exchange;
        cancels += 1;
        const other = missed === 'completed' ? 'cancelled' : 'completed';
        return withStatus(exchange, request.id, cancels <= 24 ? missed : other);
      });
      const [series] = await cancelsAtTheEnd.run(gateway);
      expect(new Set(endsOf(series?.exchanges ?? []))).toEqual(new Set(['completed', 'cancelled']));
      expect(cancels).toBe(32);
    },
  );

  test('that no round hits ends after two further rounds', async () => {
    const gateway = new Answering((request, exchange) =>
      request.operation === 'video-cancel'
        ? withStatus(exchange, request.id, 'cancelled')
        : exchange,
    );
    await cancelsAtTheEnd.run(gateway);
    expect(gateway.count('video-cancel')).toBe(40);
  });

  test('is not searched for beyond the budget, and what was found is kept', async () => {
    const gateway = new Answering((request, exchange) => {
      if (gateway.count('video-create') > 30) throw new BudgetSpent('30 calls');
      return request.operation === 'video-cancel'
        ? withStatus(exchange, request.id, 'cancelled')
        : exchange;
    });
    const [series] = await cancelsAtTheEnd.run(gateway);
    expect(endsOf(series?.exchanges ?? [])).toHaveLength(24);
  });
});

describe('a job that is to be cancelled', () => {
  const lateCancels = (late: number) => {
    let cancels = 0;
    return new Answering((request, exchange) => {
      if (request.operation !== 'video-cancel') return exchange;
      cancels += 1;
      return withStatus(exchange, request.id, cancels <= late ? 'completed' : 'cancelled');
    });
  };

  test('and had ended by then is followed by another', async () => {
    const gateway = lateCancels(2);
    const pieces = await cancelledJobs.run(gateway);
    expect(pieces.flatMap(({ exchanges }) => endsOf(exchanges))).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect(gateway.count('video-create')).toBe(4);
  });

  test('and had always ended is tried three times', async () => {
    const gateway = lateCancels(100);
    await cancelledJobs.run(gateway);
    expect(gateway.count('video-create')).toBe(6);
  });
});

test('a connection that is to be lost: after an early answer the client disconnects earlier', async () => {
  const left: number[] = [];
  const gateway = new Answering(({ disconnectAfterMs }, exchange) => {
    if (disconnectAfterMs === undefined) return exchange;
    left.push(disconnectAfterMs);
    return disconnectAfterMs > 20 ? { ...exchange, outcome: 'answered' } : exchange;
  });
  const [body] = await lostConnections.run(gateway);
  expect(left.map(Math.round)).toEqual([100, 33, 11]);
  expect(body?.exchanges[0]?.outcome).toBe('aborted');
});
