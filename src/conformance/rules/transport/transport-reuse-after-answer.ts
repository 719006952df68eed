import { NOT_HTTP } from '../../../exchange/http/transport-failure.ts';
import { isAccepted } from '../../findings/acceptance.ts';
import { answersInSequence } from '../../probes/http-encodings.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** What follows the end of an answer is taken for the start of the next one, often another user's. */
export const transportReuseAfterAnswer: JudgeRule<'series'> = {
  id: 'transport-reuse-after-answer',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9112 §6.3 (the end of a message), §9.2 (responses in the order of requests), §11.2',
  statement:
    'After the end of an answer, in one body or as a stream, nothing comes on the connection but the next answer.',
  provenBy: 'tp-bytes-after-body',
  evidence: 'series',
  operations: ['chat', 'responses'],
  probe: answersInSequence,

  *judge({ exchanges }) {
    const [first] = exchanges;
    need(first && isAccepted(first), 'a good request that is accepted');
    for (const [at, exchange] of exchanges.entries()) {
      if (exchange.failure !== NOT_HTTP) continue;
      const before = exchanges[at - 1] ?? exchange;
      const { operation } = before;
      const actual = 'bytes that are no answer';
      yield { expected: `nothing after the answer to ${operation}`, actual, exchange: before };
    }
  },
};
