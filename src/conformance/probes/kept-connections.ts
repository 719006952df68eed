import { modelFor } from '../../contract/models-by-operation.ts';
import { brokeUnanswered, type Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { billableOf, billableRequest } from './billable.ts';
import { fewer } from './fewer.ts';
import { chatRequest, legal, responsesRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { read } from './video-polls.ts';

/** A single lost connection may have another reason. */
const TRIES = 2;

/**
 * An answer of each kind, success or failure, and a request after it on the same connection;
 * repeated as attempt 2 if that one was lost. Labelled by the first request.
 */
export const nextOnConnection: Probe<'series'> = {
  name: 'next-request-on-a-connection',
  modest: 'after one successful answer instead of one of each kind, and after all failures',
  run(gateway) {
    return sequentially(
      [...fewer(gateway, goodRequests(gateway), 1), ...badRequests(gateway)],
      ([label, request]) => withNext(gateway, label, request),
    );
  },
};

type Labelled = readonly [label: string, request: () => ProbeRequest];

function goodRequests(gateway: ProbeGateway): readonly Labelled[] {
  const { expect } = gateway;
  const stream = () => ({ prompt: `Say the word ${gateway.nonce()}.`, stream: true });
  const plain = billableOf(gateway).map(
    (operation): Labelled => [
      `a request to ${operation}`,
      () => legal(billableRequest(expect, operation, gateway.nonce())),
    ],
  );
  const streams: readonly Labelled[] = [
    ['a chat stream', () => legal(chatRequest(expect, stream()))],
    ['a responses stream', () => legal(responsesRequest(expect, stream()))],
  ];
  return [...plain, ...offeredOf(gateway, streams)];
}

function badRequests(gateway: ProbeGateway): readonly Labelled[] {
  const { expect } = gateway;
  const failingModel = modelFor(expect.failingModel, 'chat');
  const prompt = 'Say hello.';
  const chat = (model: string) => () => chatRequest(expect, { prompt, model });
  const text = '{"model":';
  const bad: readonly Labelled[] = [
    ['a missing key', () => ({ ...chatRequest(expect, { prompt }), credential: 'none' })],
    ['an unknown model', chat(`no-such-model-${gateway.nonce()}`)],
    ['broken JSON', () => ({ operation: 'chat', body: { text, type: 'application/json' } })],
    ['a wrong method', () => ({ operation: 'chat', method: 'GET' })],
    ['an unknown video job', () => read(`no-such-job-${gateway.nonce()}`)],
    ['an unknown path', unknownAddress],
  ];
  const failing: readonly Labelled[] =
    failingModel === null ? [] : [['a model that fails', chat(failingModel)]];
  return offeredOf(gateway, [...bad, ...failing]);
}

function offeredOf(gateway: ProbeGateway, requests: readonly Labelled[]): readonly Labelled[] {
  return requests.filter(([, request]) => gateway.offers(request().operation));
}

/** Costs nothing, and every server answers it. */
function unknownAddress(): ProbeRequest {
  return { operation: 'other', path: '/no/such/path' };
}

async function withNext(
  gateway: ProbeGateway,
  label: string,
  request: () => ProbeRequest,
): Promise<Series> {
  const exchanges: Exchange[] = [];
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const pair = [request(), unknownAddress()].map((each) => ({ ...each, attempt }));
    const [first, next] = await gateway.inOrder(pair);
    exchanges.push(...[first, next].filter((each) => each !== undefined));
    if (next !== undefined && !brokeUnanswered(next)) break;
  }
  return { label, exchanges };
}
