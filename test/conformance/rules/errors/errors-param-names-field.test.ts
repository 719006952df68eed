import { errorsParamNamesField } from '../../../../src/conformance/rules/errors/errors-param-names-field.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const refused = (param: unknown, status = 400) =>
  series([answer({}), answer(wrapper({ param }), { status })], { label: 'messages' });

ruleTable(errorsParamNamesField, [
  { name: 'the field', evidence: refused('messages') },
  { name: 'the field with an index', evidence: refused('body.messages[0]') },
  {
    name: 'null',
    evidence: refused(null),
    findings: [{ expected: 'messages', actual: null, where: 'error.param' }],
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([
      answer(wrapper({ param: null }), { status: 400 }),
      answer(wrapper({ param: null }), { status: 400 }),
    ]),
    unverifiable: 'needs a valid request',
  },
  { name: '500', evidence: refused(null, 500), unverifiable: 'needs a refusal' },
  {
    name: 'an error without wrapper',
    evidence: series([answer({}), answer({ detail: 'x' }, { status: 400 })]),
    unverifiable: 'needs a body with an error object',
  },
]);
