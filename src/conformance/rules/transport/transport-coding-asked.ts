import { acceptsCoding, contentCoding } from '../../../answers/content-coding.ts';
import { codedChats } from '../../probes/codings.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A client that does not decode, such as curl or a small device, shows its user bytes. */
export const transportCodingAsked: JudgeRule<'series'> = {
  id: 'transport-coding-asked',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §12.5.3 (a server may take silence for consent); curl without --compressed',
  statement: 'A body is compressed only for a client that accepts that.',
  provenBy: 'tp-gzip-unasked',
  evidence: 'series',
  operations: ['chat'],
  probe: codedChats,

  *judge({ exchanges: [exchange] }) {
    need(exchange?.answer?.body, 'an answer with a body');
    concerns(!acceptsCoding(exchange), 'a request that says nothing of codings');
    const actual = contentCoding(exchange);
    if (actual === 'identity') return;
    yield {
      expected: 'no coding, as none was asked for',
      actual,
      where: 'content-encoding',
      exchange,
    };
  },
};
