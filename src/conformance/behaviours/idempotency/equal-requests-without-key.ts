import type { Behaviour } from '../../behaviour.ts';
import { jsonIn } from '../../observations/observation-words.ts';
import { withAndWithoutKey } from '../../probes/without-idempotency-key.ts';

export const equalRequestsWithoutKey: Behaviour = {
  id: 'equal-requests-without-key',
  question: 'Are two equal requests without a key two results?',
  silence: 'What a request without an Idempotency-Key means beside an equal one: not shown.',
  probe: withAndWithoutKey,

  observe({ series }) {
    return series.flatMap(({ label, exchanges }) => {
      const [first, second] = exchanges.map((exchange) => jsonIn(exchange)?.id);
      const exchange = exchanges[1];
      if (exchange === undefined || first === undefined || second === undefined) return [];
      return [{ subject: label, value: first === second ? 'one result' : 'two results', exchange }];
    });
  },
};
