import { transcriptionNoAudio } from '../../../../src/conformance/rules/transcription/transcription-no-audio.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const operation = 'transcription';
const GOOD = answer({ text: 'Hello.', usage: {} }, { operation });
const refused = (status: number) => answer({ error: {} }, { operation, status });
const label = 'a file that is not audio';

ruleTable(transcriptionNoAudio, [
  { name: 'a text that is transcribed', evidence: series([GOOD, GOOD], { label }) },
  ...[400, 415, 422].map((status) => ({
    name: `a text that is refused with ${status}`,
    evidence: series([GOOD, refused(status)], { label }),
  })),
  {
    name: 'a text on which the server fails',
    evidence: series([GOOD, refused(500)], { label }),
    findings: [{ expected: 'no 5xx for a file that is not audio', actual: 500 }],
  },
  {
    name: 'a text that gets "too many requests"',
    evidence: series([GOOD, refused(503)], { label }),
    unverifiable: 'an answer',
  },
  {
    name: 'audio on which the server fails too',
    evidence: series([refused(500), refused(500)], { label }),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
