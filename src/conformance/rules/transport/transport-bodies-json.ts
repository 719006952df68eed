import { isUtf8 } from 'node:buffer';
import { contentCoding } from '../../../answers/content-coding.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { shownKeys } from '../../probes/unauthenticated.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/**
 * JSON parsers fail on anything beside the value, and the whole answer is lost. Bytes that are not UTF-8
 * are an error too, or arrive as replacement characters.
 */
export const transportBodiesJson: JudgeRule<'any'> = {
  id: 'transport-bodies-json',
  level: 'must',
  provenance: 'stated',
  source: 'interface: "All bodies are JSON"; RFC 8259 §2, §8.1 (UTF-8)',
  statement:
    'A body of type application/json is one JSON value in UTF-8, with nothing before or after it.',
  provenBy: 'tp-json-junk',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: shownKeys,

  *judge(reply) {
    concerns(reply.exchange.operation !== 'other', 'an answer of an operation');
    concerns(reply.form === 'body', 'an answer in one body');
    need(reply.mediaType === 'application/json', 'a JSON body');
    const body = reply.exchange.answer?.body;
    const isRead = contentCoding(reply.exchange) === 'identity';
    need(body !== undefined && body.length > 0 && isRead, 'a body to read');
    if (!isUtf8(body)) {
      yield { expected: 'UTF-8', actual: 'bytes that are not UTF-8' };
    } else if (reply.json === undefined) {
      yield { expected: 'one JSON value', actual: `… ${reply.text.slice(-SHOWN)}` };
    }
  },
};

/** Characters of the end, where the surplus usually is. */
const SHOWN = 60;
