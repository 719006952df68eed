import { transcription25mibAccepted } from '../../../../src/conformance/rules/transcription/transcription-25mib-accepted.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard } from './transcripts.ts';

const label = '26214400 bytes';

ruleTable(transcription25mibAccepted, [
  { name: 'the largest file heard', evidence: series([heard('Hello.'), heard('')], { label }) },
  ...[301, 400, 413, 500].map((status) => ({
    name: `the largest file refused with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)], { label }),
    findings: [{ expected: '2xx for 26214400 bytes', actual: `status ${status}` }],
  })),
  ...[429, 503].map((status) => ({
    name: `the largest file, which returns ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)], { label }),
    unverifiable: `an answer: POST /audio/transcriptions returned ${status}`,
  })),
  {
    name: 'a small file that is refused too',
    evidence: series([notHeard(415), notHeard(415)], { label }),
    unverifiable: 'a small file that is accepted',
  },
]);
