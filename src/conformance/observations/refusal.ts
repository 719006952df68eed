import type { Exchange } from '../../exchange/exchange.ts';
import type { Behaviour } from '../behaviour.ts';
import { refusals } from '../probes/unspecified.ts';
import { failureWords, ofLabel } from './observation-words.ts';

interface Refusal extends Pick<Behaviour, 'question' | 'operation'> {
  readonly silence?: string;
  /** What of the answer is observed; its failure when absent. */
  readonly words?: (exchange: Exchange) => string;
}

/** What a gateway does with one of the requests that it may refuse. */
export function refusal(id: string, label: string, { words, ...row }: Refusal): Behaviour {
  return {
    id,
    silence: CONDITIONS,
    ...row,
    probe: refusals,
    observe: (results) => ofLabel(results, label, words ?? failureWords),
  };
}

const CONDITIONS =
  'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.';
