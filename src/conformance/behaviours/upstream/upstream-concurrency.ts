import type { Behaviour } from '../../behaviour.ts';
import { callsOf } from '../../findings/upstream-calls.ts';
import { mostAtOnce } from '../../observations/upstream-observations.ts';
import { concurrentUpstream } from '../../probes/concurrent-upstream.ts';
import { need } from '../../rule.ts';

export const upstreamConcurrency: Behaviour = {
  id: 'upstream-concurrency',
  question: 'How many concurrent requests of callers reach the provider at the same time?',
  silence: 'Whether a gateway limits its concurrent requests: not shown.',
  operation: 'chat',
  upstream: true,
  probe: concurrentUpstream,

  observe({ relays }) {
    const calls = relays.flatMap(callsOf);
    const exchange = relays[0]?.exchanges[0];
    need(exchange && calls.length > 0, 'upstream requests');
    const value = `${mostAtOnce(calls)} of ${relays.length}`;
    return [{ subject: '', value, exchange }];
  },
};
