import { transcriptionBinarySafe } from '../../../../src/conformance/rules/transcription/transcription-binary-safe.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { form, heard, SHA_256 } from './transcripts.ts';

const expect = { echoModel: 'echo' };
const request = { body: form('echo') };

ruleTable(transcriptionBinarySafe, [
  { name: 'the digest of the file', evidence: heard(SHA_256, { request }), expect },
  {
    name: 'the digest of other bytes',
    evidence: heard('deadbeef'.repeat(8), { request }),
    expect,
    findings: [{ expected: `SHA-256 ${SHA_256}`, actual: 'deadbeef'.repeat(8), where: 'text' }],
  },
  {
    name: 'a transcript of a model that hears',
    evidence: heard('Hello.', { request: { body: form('some-model') } }),
    expect,
    unverifiable: 'a file for the model that returns its digest',
  },
  {
    name: 'a request that was not a form',
    evidence: heard(SHA_256),
    expect,
    unverifiable: 'a form',
  },
  {
    name: 'an answer without text',
    evidence: answer({ usage: {} }, { operation: 'transcription', request }),
    expect,
    unverifiable: 'an answer with text',
  },
]);
