import { transcriptionNotMultipart } from '../../../../src/conformance/rules/transcription/transcription-not-multipart.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard, unheard } from './transcripts.ts';

ruleTable(transcriptionNotMultipart, [
  ...[400, 413, 415, 422].map((status) => ({
    name: `a body in JSON that is refused with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)]),
  })),
  {
    name: 'a body in JSON that is accepted',
    evidence: series([heard('Hello.'), heard('')]),
    findings: [{ expected: '4xx for a series', actual: 'status 200' }],
  },
  {
    name: 'the second of two bodies that is accepted',
    evidence: series([heard('Hello.'), notHeard(415), heard('')]),
    findings: [{ actual: 'status 200' }],
  },
  {
    name: 'a body in JSON on which the server fails',
    evidence: series([heard('Hello.'), notHeard(500)]),
    unverifiable: 'a refusal or an acceptance: POST /audio/transcriptions returned 500',
  },
  {
    name: 'a body in JSON that is answered by a reset',
    evidence: series([heard('Hello.'), unheard('reset')]),
    unverifiable: 'a refusal or an acceptance: POST /audio/transcriptions was reset',
  },
  {
    name: 'a valid form that is refused too',
    evidence: series([notHeard(404), notHeard(404)]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
