import { isSuccess } from '../../../exchange/exchange.ts';
import { closedConnections } from '../../probes/relay/closed-connections.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Providers close idle connections all day: each time, a caller sees an error that no retry needed. */
export const relayStaleConnection: JudgeRule<'relay'> = {
  id: 'relay-stale-connection',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9112 §9.3.1; RFC 9110 §9.2.2: an idempotent request can be sent again',
  statement:
    'A pooled connection that the upstream closed while it was idle causes no error for the caller.',
  provenBy: 'relay-stale-502',
  evidence: 'relay',
  operations: ['chat', 'video-read'],
  needs: ['upstream'],
  probe: closedConnections,

  *judge({ exchanges, upstream }) {
    const [first, next, again] = exchanges;
    const [served, ...others] = upstream;
    need(first && isSuccess(first.answer) && served, 'a first request with a 2xx answer');
    need(next, 'a request after it');
    need(
      again === undefined || isSuccess(again.answer),
      'a read that succeeds',
      'video-read-accepted',
    );
    const later = others.filter(({ request }) => request.receivedMs <= next.timing.endMs);
    if (isSuccess(next.answer)) {
      const isFresh = later.every(({ nthOnConnection }) => nthOnConnection === 1);
      need(later.length > 0 && isFresh, 'a request that did not find another idle connection');
      return;
    }
    need(later.length === 0, 'a request that did not reach the upstream');
    yield {
      expected: 'an answer of the upstream, over a new connection',
      actual: next.answer === undefined ? next.outcome : `status ${next.answer.status}`,
      exchange: next,
    };
  },
};
