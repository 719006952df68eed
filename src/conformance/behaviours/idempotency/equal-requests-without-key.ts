import type { Behaviour } from '../../behaviour.ts';
import { jsonIn } from '../../observations/observation-words.ts';
import { withAndWithoutKey } from '../../probes/without-idempotency-key.ts';

export const equalRequestsWithoutKey: Behaviour = {
  id: 'equal-requests-without-key',
  question: 'Do two equal requests without a key get two results?',
  silence: 'Whether two equal requests without an Idempotency-Key are one: not shown.',
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
