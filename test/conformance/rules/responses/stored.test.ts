import { responsesPreviousContinued } from '../../../../src/conformance/rules/responses/stored.ts';
import { answer, series } from '../exchanges.ts';
import { COMPLETED, sent, state, WHOLE } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { response } from './bodies.ts';

const LABEL = { label: 'a response that continues' };
const used = (input_tokens: unknown) =>
  answer(response({ usage: { input_tokens, output_tokens: 1, total_tokens: 2 } }), {
    operation: 'responses',
  });
const refusal = answer({}, { status: 400, operation: 'responses' });
const WITHOUT = 'needs a response with input tokens';

ruleTable(responsesPreviousContinued, [
  passes('more input', series([used(9), used(14)], LABEL)),
  passes('as much input, of which the last was empty', series([used(9), used(9)], LABEL)),
  passes(
    'more input of a stream',
    series([used(2), sent([...WHOLE.slice(0, -1), COMPLETED])], LABEL),
  ),
  passes('other names of counts that a profile gives', series([used(9), used(14)], LABEL), {
    usageNames: { chat: ['a', 'b', 'c'], responses: ['output_tokens', 'b', 'c'] },
  }),
  finds('less input', series([used(9), used(8)], LABEL), {
    expected: 'at least 9, as of the response that it continues',
    actual: 8,
    where: 'usage.input_tokens',
  }),
  unverified('a refusal', series([used(9), refusal], LABEL), 'a response that continues'),
  unverified('no second request', series([used(9)], LABEL), 'a response that continues'),
  unverified('a first one that is refused', series([refusal, used(9)], LABEL), WITHOUT),
  unverified('no request', series([], LABEL), WITHOUT),
  unverified('a first one without a count', series([used(null), used(9)], LABEL), WITHOUT),
  unverified('a second one without a count', series([used(9), used('9')], LABEL), WITHOUT),
  unverified('a stream that is cut', series([used(9), sent([state('created')])], LABEL), WITHOUT),
]);
