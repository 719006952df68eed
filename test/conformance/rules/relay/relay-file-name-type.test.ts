import { relayFileNameType } from '../../../../src/conformance/rules/relay/relay-file-name-type.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const FILE = { field: 'file', filename: 'Ça va; 1.wav', sizeBytes: 9, sha256: 'aa' };
const uploaded = answer(
  {},
  { request: { body: { kind: 'multipart', fields: [], files: [FILE], sizeBytes: 99 } } },
);
const arrived = (facts: object) =>
  call({ request: { files: [{ ...FILE, type: 'audio/wav', ...facts }] } });

ruleTable(relayFileNameType, [
  { name: 'the same name and type', evidence: relay([uploaded], [arrived({})]) },
  {
    name: 'the type in capitals',
    evidence: relay([uploaded], [arrived({ type: 'Audio/WAV' })]),
  },
  {
    name: 'another name',
    evidence: relay([uploaded], [arrived({ filename: 'upload.bin' })]),
    findings: [{ expected: FILE.filename, actual: 'upload.bin', where: 'filename of the file' }],
  },
  {
    name: 'another type',
    evidence: relay([uploaded], [arrived({ type: 'application/octet-stream' })]),
    findings: [{ expected: 'audio/wav', where: 'Content-Type of the file' }],
  },
  {
    name: 'neither name nor type',
    evidence: relay(
      [uploaded],
      [call({ request: { files: [{ field: 'file', sizeBytes: 9, sha256: 'aa' }] } })],
    ),
    findings: [{ actual: 'absent' }, { actual: 'absent' }],
  },
  {
    name: 'no file',
    evidence: relay([uploaded], [call()]),
    unverifiable: 'an upstream request with a file',
  },
]);
