import type { Behaviour } from '../../behaviour.ts';
import { billableRetries } from '../../probes/key-retries.ts';

export const repeatedKeyHeaders: Behaviour = {
  id: 'repeated-key-headers',
  question: 'Which headers are only in the answer to a repeated Idempotency-Key?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  probe: billableRetries,

  observe({ series }) {
    return series.flatMap(({ label, exchanges }) => {
      const [first, again] = exchanges;
      if (first?.answer === undefined || again?.answer === undefined) return [];
      const before = new Set(first.answer.headers.map(([name]) => name));
      const added = again.answer.headers.filter(([name]) => !before.has(name));
      const value = added
        .map(([name, text]) => `${name}: ${text.slice(0, 80)}`)
        .toSorted()
        .join('; ');
      return [{ subject: label, value: value || 'none', exchange: again }];
    });
  },
};
