import { chatStreamRoleText } from '../../../../src/conformance/rules/chat-stream/chat-stream-role-text.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

ruleTable(chatStreamRoleText, [
  { name: 'a role in the first delta alone', evidence: stream(WHOLE) },
  { name: 'a role in every delta', evidence: stream([ROLE, ROLE, STOP]) },
  {
    name: 'a role of null in a later delta',
    evidence: stream([ROLE, chunk([{ index: 0, delta: { role: null, content: 'a' } }]), STOP]),
    findings: [{ expected: 'string, or absent', where: 'choices[0].delta.role', atMs: 20 }],
  },

  {
    name: 'a stream whose only chunk has no choices',
    evidence: stream([USAGE]),
    unverifiable: 'a stream with choices',
  },
]);
