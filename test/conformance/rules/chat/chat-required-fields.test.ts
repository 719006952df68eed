import { chatRequiredFields } from '../../../../src/conformance/rules/chat/chat-required-fields.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

ruleTable(chatRequiredFields, [
  { name: 'a whole completion', evidence: answer(completion()) },
  { name: 'an unknown field', evidence: answer(completion({ system_fingerprint: null })) },
  {
    name: 'an empty usage, whose fields the interface does not show,',
    evidence: answer(completion({ usage: {} })),
  },
  {
    name: 'a created with a fraction, which another rule forbids,',
    evidence: answer(completion({ created: 1.5 })),
  },
  {
    name: 'usage missing',
    evidence: answer(completion({ usage: undefined })),
    findings: [{ where: 'usage', actual: 'absent' }],
  },
  {
    name: 'usage null',
    evidence: answer(completion({ usage: null })),
    findings: [{ actual: 'null' }],
  },
  { name: 'a number as id', evidence: answer(completion({ id: 7 })), findings: [{ where: 'id' }] },
  {
    name: 'created and model missing',
    evidence: answer(completion({ created: undefined, model: undefined })),
    findings: [{ where: 'created' }, { where: 'model' }],
  },
  {
    name: 'choices as an object',
    evidence: answer(completion({ choices: {} })),
    findings: [{ where: 'choices' }],
  },
  { name: 'a body that is not JSON', evidence: answer('ok'), unverifiable: 'needs a body that is' },
]);
