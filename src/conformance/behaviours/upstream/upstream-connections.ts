import type { Behaviour } from '../../behaviour.ts';
import { callsOf } from '../../findings/upstream-calls.ts';
import { upstreamHeaders } from '../../probes/upstream-headers.ts';
import { need } from '../../rule.ts';

export const upstreamConnections: Behaviour = {
  id: 'upstream-connections',
  question: 'Do requests one after the other share a connection to the provider?',
  silence: 'How a gateway connects to its provider: not shown.',
  operation: 'chat',
  upstream: true,
  probe: upstreamHeaders,

  observe({ relays }) {
    const calls = relays.flatMap(callsOf);
    const exchange = relays.at(-1)?.exchanges[0];
    need(exchange && calls.length > 1, 'several upstream requests');
    const connections = new Set(calls.map(({ connection }) => connection)).size;
    return [{ subject: '', value: connections < calls.length ? 'yes' : 'no', exchange }];
  },
};
