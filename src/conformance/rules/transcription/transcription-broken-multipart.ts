import { describeOutcome } from '../../../answers/narrow.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { brokenForms } from '../../probes/transcription.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A broken upload without an answer blocks the caller and a connection of the gateway. */
export const transcriptionBrokenMultipart: JudgeRule<'series'> = {
  id: 'transcription-broken-multipart',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 7578 §4.1 (boundary); RFC 2046 §5.1.1 (closing boundary); RFC 9110 §15.5.1',
  statement: 'A form without a boundary parameter, or without its closing boundary, returns 4xx.',
  provenBy: 'tr-truncated-hang',
  evidence: 'series',
  operations: ['transcription'],
  probe: brokenForms,

  *judge({ label, exchanges: [good, broken] }) {
    need(good && dispositionOf(good) === 'accepted', 'a valid form to succeed first, as a control');
    need(broken && !saysLater(broken.answer?.status), 'an answer other than "retry later"');
    need(broken.outcome !== 'cut-by-end' && broken.outcome !== 'refused', 'a connection');

    if (dispositionOf(broken) !== 'refused') {
      const actual = describeOutcome(broken);
      yield { expected: `4xx for ${label}`, actual, exchange: broken };
    }
  },
};

function saysLater(status: number | undefined): boolean {
  return status === 429 || status === 503;
}
