import type { Behaviour } from '../../behaviour.ts';
import { callCount, requestsText } from '../../findings/upstream-calls.ts';
import { repeatedPrompt as probe } from '../../probes/repeated-prompt.ts';

export const repeatedPrompt: Behaviour = {
  id: 'repeated-prompt',
  question: 'Does the provider get the same request again when it is repeated without a key?',
  silence: 'Whether a gateway keeps answers: not shown.',
  operation: 'chat',
  upstream: true,
  probe,

  observe({ relays }) {
    return relays.flatMap((relay) => {
      const exchange = relay.exchanges.at(-1);
      if (exchange === undefined) return [];
      const calls = callCount(relay);
      const value = calls < relay.exchanges.length ? `no: ${requestsText(calls)} for 2` : 'yes';
      return [{ subject: relay.label, value, exchange }];
    });
  },
};
