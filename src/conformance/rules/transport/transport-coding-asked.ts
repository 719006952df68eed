import { acceptsCoding, contentCoding } from '../../../answers/content-coding.ts';
import { codedChats } from '../../probes/codings.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/**
 * A client that does not decode, such as curl or a small device, shows its user compressed bytes.
 */
export const transportCodingAsked: JudgeRule<'series'> = {
  id: 'transport-coding-asked',
  level: 'should',
  provenance: 'assumed',
  source:
    'RFC 9110 §12.5.3 (without the header, a server may use any coding); curl without --compressed',
  statement: 'The gateway compresses a body only for a client that accepts the coding.',
  provenBy: 'tp-gzip-unasked',
  evidence: 'series',
  operations: ['chat'],
  probe: codedChats,

  *judge({ exchanges: [exchange] }) {
    need(exchange?.answer?.body, 'an answer with a body');
    concerns(!acceptsCoding(exchange), 'a request without Accept-Encoding');
    const actual = contentCoding(exchange);
    if (actual === 'identity') return;
    yield {
      expected: 'no coding, because the request accepts none',
      actual,
      where: 'content-encoding',
      exchange,
    };
  },
};
