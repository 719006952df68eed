import { contentCoding, decodes, looksCompressed } from '../../../answers/content-coding.ts';
import { isAccepted } from '../../findings/acceptance.ts';
import { codedChats } from '../../probes/codings.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client decodes by the header: if it is wrong, the client reads garbage or fails. */
export const transportCodingTrue: JudgeRule<'series'> = {
  id: 'transport-coding-true',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §8.4, §8.4.1',
  statement:
    'A body has the coding that its Content-Encoding names, and no coding without that header.',
  provenBy: 'tp-gzip-lie',
  evidence: 'series',
  operations: ['chat'],
  probe: codedChats,

  *judge({ exchanges: [exchange] }) {
    const body = exchange?.answer?.body;
    need(exchange && isAccepted(exchange) && body && body.length > 0, 'a 2xx answer with a body');
    const coding = contentCoding(exchange);
    const where = 'content-encoding';
    if (coding === 'identity') {
      if (!looksCompressed(body)) return;
      yield { expected: 'gzip, as the body is', actual: 'absent', where, exchange };
      return;
    }
    const isTrue = decodes(coding, body);
    need(isTrue !== undefined, `a coding that Assay knows: ${coding}`);
    if (!isTrue) yield { expected: `a body in ${coding}`, actual: 'other bytes', where, exchange };
  },
};
