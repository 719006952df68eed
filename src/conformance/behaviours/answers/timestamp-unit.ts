import type { Behaviour } from '../../behaviour.ts';
import { byOperation, jsonIn, successes } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const timestampUnit: Behaviour = {
  id: 'timestamp-unit',
  question: 'Which unit do created and created_at have?',
  silence: 'Creation time (numeric): its unit is not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => {
      const json = jsonIn(exchange);
      const at = json?.created ?? json?.created_at;
      return at === undefined ? undefined : unitOf(at);
    });
  },
};

/** A time of this century in each unit, from the largest to the smallest. */
function unitOf(at: unknown): string {
  if (typeof at !== 'number') return `a ${typeof at}`;
  const whole = Number.isInteger(at) ? 'whole' : 'fractional';
  if (at < 1e8) return 'not a plausible time since 1970';
  if (at < 1e11) return `${whole} seconds since 1970`;
  if (at < 1e14) return `${whole} milliseconds since 1970`;
  return `${whole} units finer than milliseconds`;
}
