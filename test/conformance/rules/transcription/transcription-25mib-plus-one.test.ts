import { transcription25mibPlusOne } from '../../../../src/conformance/rules/transcription/transcription-25mib-plus-one.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard, unheard } from './transcripts.ts';

ruleTable(transcription25mibPlusOne, [
  ...[400, 413, 415, 422].map((status) => ({
    name: `a file of one byte too many that is refused with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)]),
  })),
  {
    name: 'a file of one byte too many that is accepted',
    evidence: series([heard('Hello.'), heard('')]),
    findings: [{ expected: '4xx for a series', actual: 'status 200' }],
  },
  {
    name: 'a file of one byte too many on which the server fails',
    evidence: series([heard('Hello.'), notHeard(500)]),
    unverifiable: 'a refusal or an acceptance: POST /audio/transcriptions returned 500',
  },
  {
    name: 'a file of one byte too many that is answered by a reset',
    evidence: series([heard('Hello.'), unheard('reset')]),
    unverifiable: 'a refusal or an acceptance: POST /audio/transcriptions was reset',
  },
  {
    name: 'a valid form that is refused too',
    evidence: series([notHeard(404), notHeard(404)]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
