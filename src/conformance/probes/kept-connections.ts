import { modelFor } from '../../contract/models-by-operation.ts';
import { brokeUnanswered, type Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { BROKEN_BODIES } from '../requests/bodies.ts';
import { NO_KEY } from '../requests/callers.ts';
import { allForms, bodyForms } from '../requests/forms.ts';
import { ofUnknownModel } from '../requests/members.ts';
import { legal } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
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
  return allForms(gateway).map(({ name, request }) => [
    `a request to ${name}`,
    () => legal(request(gateway.nonce())),
  ]);
}

function badRequests(gateway: ProbeGateway): readonly Labelled[] {
  const chats = bodyForms(gateway, 'chat').flatMap((form): readonly Labelled[] => {
    const request = () => form.request(gateway.nonce());
    const model = modelFor(gateway.expect.failingModel, 'chat');
    const wrong = [NO_KEY, ofUnknownModel(form, gateway.nonce()), ...BROKEN_BODIES.slice(0, 1)];
    const failing: Labelled = ['a model that fails', () => form.request(gateway.nonce(), model)];
    return [
      ...wrong.map(({ name, of }): Labelled => [name, () => of(request())]),
      ['a wrong method', () => ({ operation: 'chat', method: 'GET' })],
      ...(model === null ? [] : [failing]),
    ];
  });
  const job = read(`no-such-job-${gateway.nonce()}`);
  const jobs: readonly Labelled[] = [['an unknown video job', () => job]];
  return [
    ...chats,
    ...(gateway.offers('video-read') ? jobs : []),
    ['an unknown path', unknownAddress],
  ];
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
