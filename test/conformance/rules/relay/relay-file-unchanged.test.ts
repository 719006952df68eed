import { relayFileUnchanged } from '../../../../src/conformance/rules/relay/relay-file-unchanged.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const file = (sha256: string) => ({ field: 'file', filename: 'a.wav', sizeBytes: 9, sha256 });
const uploaded = (...files: readonly ReturnType<typeof file>[]) =>
  answer({}, { request: { body: { kind: 'multipart', fields: [], files, sizeBytes: 99 } } });
const where = 'file of the upstream request';

ruleTable(relayFileUnchanged, [
  {
    name: 'the same bytes',
    evidence: relay([uploaded(file('aa'))], [call({ request: { files: [file('aa')] } })]),
  },
  {
    name: 'other bytes',
    evidence: relay([uploaded(file('aa'))], [call({ request: { files: [file('bb')] } })]),
    findings: [{ expected: '9 bytes, SHA-256 aa', actual: '9 bytes, SHA-256 bb', where }],
  },
  {
    name: 'no file',
    evidence: relay([uploaded(file('aa'))], [call()]),
    findings: [{ actual: 'no file', where }],
  },
  {
    name: 'a part of the upstream request',
    evidence: relay([uploaded(file('aa'))], [call({ request: { isComplete: false } })]),
    unverifiable: 'a whole upstream request',
  },
  {
    name: 'a request without a file',
    evidence: relay([uploaded()], [call()]),
    unverifiable: 'an upload with a file',
  },
  {
    name: 'a request without a form',
    evidence: relay([answer({}, { sent: {} })], [call()]),
    unverifiable: 'an upload',
  },
]);
