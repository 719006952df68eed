import { NOT_HTTP } from '../../../exchange/http/transport-failure.ts';
import { isAccepted } from '../../findings/acceptance.ts';
import { answersInSequence } from '../../probes/http-encodings.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client takes bytes after an answer, such as a second answer, for the start of the next one, which
 * often belongs to another user.
 */
export const transportReuseAfterAnswer: JudgeRule<'series'> = {
  id: 'transport-reuse-after-answer',
  level: 'must',
  provenance: 'assumed',
  source:
    'RFC 9112 §6.3 (the end of a message), §9.2 (one response to each request, in their order), §11.2; RFC 9110 §15.5.9 (a 408 may end an idle connection)',
  statement:
    'After an answer, in one body or as a stream, the connection carries nothing until the next request, except a 408 that ends it.',
  provenBy: 'tp-bytes-after-body',
  evidence: 'series',
  operations: ['chat', 'responses'],
  probe: answersInSequence,

  *judge({ exchanges }) {
    // On one connection a limited request is not sent again: those beside it suffice.
    need(exchanges.some(isAccepted), 'a valid request that succeeds, as a control');
    for (const [at, exchange] of exchanges.entries()) {
      const { operation, surplus } = exchange;
      if (surplus !== undefined) {
        yield { expected: `nothing after the answer to ${operation}`, actual: surplus, exchange };
      }
      if (exchange.failure !== NOT_HTTP) continue;
      const before = exchanges[at - 1] ?? exchange;
      const expected = `nothing after the answer to ${before.operation}`;
      yield { expected, actual: 'bytes that are not an answer', exchange: before };
    }
  },
};
