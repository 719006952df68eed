import type { Behaviour } from '../behaviour.ts';
import { byLabel, headerWords, ofLabel, statusWords } from '../observations/observation-words.ts';
import { invalidWithoutKey } from '../probes/unauthenticated.ts';
import { refusals } from '../probes/unspecified.ts';

export const auth: readonly Behaviour[] = [
  {
    id: 'another-scheme',
    question: 'What does a scheme other than Bearer get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'another scheme than Bearer');
    },
  },
  {
    id: 'auth-before-validation',
    question: 'Is the key checked before the rest of the request?',
    silence: 'The order of authentication and validation: not shown.',
    probe: invalidWithoutKey,

    observe({ series }) {
      return byLabel(series, statusWords);
    },
  },
  {
    id: 'challenge',
    question: 'Which challenge does a request without a key get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'no key', (exchange) => headerWords(exchange, 'www-authenticate'));
    },
  },
  {
    id: 'missing-key',
    question: 'What does a request without a key get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'no key');
    },
  },
  {
    id: 'unknown-key',
    question: 'What does a key that was never issued get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
    probe: refusals,

    observe(results) {
      return ofLabel(results, 'a key that was never issued');
    },
  },
];
