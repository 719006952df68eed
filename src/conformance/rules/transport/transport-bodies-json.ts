import { contentCoding } from '../../../answers/content-coding.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { shownKeys } from '../../probes/unauthenticated.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** JSON parsers fail on anything beside the value, and the whole answer is lost. */
export const transportBodiesJson: JudgeRule<'any'> = {
  id: 'transport-bodies-json',
  level: 'must',
  provenance: 'stated',
  source: 'interface: "All bodies are JSON"',
  statement: 'A body of type application/json is one JSON value, with nothing before or after it.',
  provenBy: 'tp-json-junk',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: shownKeys,

  *judge(reply) {
    concerns(reply.exchange.operation !== 'other', 'an answer of an operation');
    concerns(reply.form === 'body', 'an answer in one body');
    need(reply.mediaType === 'application/json', 'a JSON body');
    need(reply.text !== '' && contentCoding(reply.exchange) === 'identity', 'a body to read');
    if (reply.json === undefined) {
      yield { expected: 'one JSON value', actual: `… ${reply.text.slice(-SHOWN)}` };
    }
  },
};

/** Characters of the end, where the surplus usually is. */
const SHOWN = 60;
