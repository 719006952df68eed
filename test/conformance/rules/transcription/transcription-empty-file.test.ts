import { transcriptionEmptyFile } from '../../../../src/conformance/rules/transcription/transcription-empty-file.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard } from './transcripts.ts';

const label = 'an empty file';

ruleTable(transcriptionEmptyFile, [
  ...[400, 413, 422].map((status) => ({
    name: `an empty file that is refused with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)], { label }),
  })),
  {
    name: 'an empty file that is accepted',
    evidence: series([heard('Hello.'), heard('Hello.')], { label }),
    findings: [{ expected: '4xx for an empty file', actual: 'status 200' }],
  },
  {
    name: 'an empty file on which the server fails',
    evidence: series([heard('Hello.'), notHeard(500)], { label }),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'an empty file that gets "too many requests"',
    evidence: series([heard('Hello.'), notHeard(429)], { label }),
    unverifiable: 'an answer',
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([notHeard(404), notHeard(404)], { label }),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
