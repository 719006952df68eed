import { isJsonObject, parseJsonBytes } from '../../../answers/json.ts';
import type { Behaviour } from '../../behaviour.ts';
import { callsOf } from '../../findings/upstream-calls.ts';
import { statusWords } from '../../observations/observation-words.ts';
import { relayedMembers, UNKNOWN_MEMBER } from '../../probes/relayed-members.ts';

export const unknownMemberUpstream: Behaviour = {
  id: 'unknown-member-upstream',
  question: 'Does a field that the gateway does not know reach the provider?',
  silence: 'What a gateway sends to its provider: not shown.',
  operation: 'chat',
  upstream: true,
  probe: relayedMembers,

  observe({ relays }) {
    return relays
      .filter(({ label }) => label === 'an unknown field')
      .flatMap((relay) => {
        const [exchange] = relay.exchanges;
        if (exchange === undefined) return [];
        const call = callsOf(relay).at(-1);
        const value =
          call === undefined ? `refused: ${statusWords(exchange)}` : keptWords(call.request.body);
        return [{ subject: '', value, exchange }];
      });
  },
};

function keptWords(body: Uint8Array): string {
  const parsed = parseJsonBytes(body);
  return isJsonObject(parsed) && UNKNOWN_MEMBER in parsed ? 'yes' : 'no: it is removed';
}
