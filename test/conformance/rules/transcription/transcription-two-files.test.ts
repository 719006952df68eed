import { transcriptionTwoFiles } from '../../../../src/conformance/rules/transcription/transcription-two-files.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard, unheard } from './transcripts.ts';

ruleTable(transcriptionTwoFiles, [
  ...[400, 413, 415, 422].map((status) => ({
    name: `a form with two files that is refused with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)]),
  })),
  {
    name: 'a form with two files that is accepted',
    evidence: series([heard('Hello.'), heard('')]),
    findings: [{ expected: '4xx for a series', actual: 'status 200' }],
  },
  {
    name: 'one of three forms with two files that is accepted',
    evidence: [
      series([heard('Hello.'), notHeard(400)], { label: 'file and file' }),
      series([heard('Hello.'), notHeard(400)], { label: 'file[] and file[]' }),
      series([heard('Hello.'), heard('Hello.')], { label: 'file and audio' }),
    ],
    findings: [{ expected: '4xx for file and audio' }],
  },
  {
    name: 'a form with two files on which the server fails',
    evidence: series([heard('Hello.'), notHeard(500)]),
    unverifiable: 'a refusal or an acceptance: POST /audio/transcriptions returned 500',
  },
  {
    name: 'a form with two files that is answered by a reset',
    evidence: series([heard('Hello.'), unheard('reset')]),
    unverifiable: 'a refusal or an acceptance: POST /audio/transcriptions was reset',
  },
  {
    name: 'a valid form that is refused too',
    evidence: series([notHeard(404), notHeard(404)]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
