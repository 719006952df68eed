import { answer, ruleTable } from '@assay/cli/testing';
import { noServerHeader } from './no-server-header.ts';

ruleTable(noServerHeader, [
  { name: 'no header that names software', evidence: answer({}) },
  {
    name: 'a header that names the server',
    evidence: answer({}, { headers: { server: 'nginx/1.29' } }),
    findings: [{ actual: 'nginx/1.29', where: 'server' }],
  },
]);
