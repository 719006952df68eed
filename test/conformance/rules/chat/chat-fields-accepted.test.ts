import { chatFieldsAccepted } from '../../../../src/conformance/rules/chat/chat-fields-accepted.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const GOOD = answer(completion());
const refused = (code: string) => answer({ error: { message: 'No.', code } }, { status: 400 });
const label = 'a fraction for temperature';

ruleTable(chatFieldsAccepted, [
  { name: 'a temperature that is taken', evidence: series([GOOD, GOOD], { label }) },
  {
    name: 'a temperature that is refused',
    evidence: series([GOOD, refused('invalid_value')], { label }),
    findings: [{ expected: '2xx for a fraction for temperature', actual: 'status 400' }],
  },
  {
    name: 'a model that takes one temperature alone',
    evidence: series([GOOD, refused('unsupported_value')], { label }),
    unverifiable: 'a model that accepts every value',
  },
]);
