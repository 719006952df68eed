import { describeOutcome } from '../../../answers/narrow.ts';
import { isSettled, wasReset } from '../../findings/acceptance.ts';
import { badJson } from '../../probes/malformed-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that sends a broken body and gets a 5xx sends it again forever. */
export const errorsBadJson: JudgeRule<'series'> = {
  id: 'errors-bad-json',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.1; RFC 8259 §2, §8.1; interface ("All bodies are JSON")',
  statement: 'A request body that is not one JSON object returns 4xx.',
  provenBy: 'err-bad-json-500',
  evidence: 'series',
  operations: ['chat', 'responses', 'images', 'video-create'],
  probe: badJson,

  *judge({ label, exchanges }) {
    const settled = exchanges.filter((exchange) => isSettled(exchange) || wasReset(exchange));
    need(settled.length > 0, `an answer: ${exchanges.map(describeOutcome).join('; ')}`);
    for (const exchange of settled) {
      const status = exchange.answer?.status ?? 0;
      if (status >= 400 && status < 500) continue;
      const actual = exchange.answer === undefined ? describeOutcome(exchange) : status;
      yield { expected: `4xx for ${label}`, actual, where: 'status', exchange };
    }
  },
};
