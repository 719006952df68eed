import type { Behaviour } from '../behaviour.ts';
import { headerWords, ofEach, statusWords } from '../observations/observation-words.ts';
import { refusal } from '../observations/refusal.ts';
import { invalidWithoutKey } from '../probes/unauthenticated.ts';

export const auth: readonly Behaviour[] = [
  refusal('another-scheme', 'another scheme than Bearer', {
    question: 'What does a scheme other than Bearer get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
  }),
  {
    id: 'auth-before-validation',
    question: 'Is the key checked before the rest of the request?',
    silence: 'The order of authentication and validation: not shown.',
    probe: invalidWithoutKey,
    observe: ofEach(statusWords),
  },
  refusal('challenge', 'no key', {
    question: 'Which challenge does a request without a key get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
    words: (exchange) => headerWords(exchange, 'www-authenticate'),
  }),
  refusal('missing-key', 'no key', {
    question: 'What does a request without a key get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
  }),
  refusal('unknown-key', 'a key that was never issued', {
    question: 'What does a key that was never issued get?',
    silence: 'The answer to a request without a valid key: not shown.',
    operation: 'chat',
  }),
];
