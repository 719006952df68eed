import { transcriptionOversize413 } from '../../../../src/conformance/rules/transcription/transcription-oversize-413.ts';
import { BODY_NOT_SENT } from '../../../../src/exchange/http/transport-failure.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard, unheard } from './transcripts.ts';

const page = answer('<html><body>413</body></html>', {
  operation: 'transcription',
  status: 413,
  type: 'text/html',
});
ruleTable(transcriptionOversize413, [
  { name: '413 with the wrapper', evidence: series([heard('a'), notHeard(413)]) },
  {
    name: '400 with the wrapper',
    evidence: series([heard('a'), notHeard(400)]),
    findings: [{ expected: 'status 413' }],
  },
  {
    name: 'an upload that is still on its way',
    evidence: series([heard('a'), { ...unheard('timed-out'), failure: BODY_NOT_SENT }]),
    unverifiable: 'needs the file to be sent in time',
  },
  {
    name: '413 with a page of HTML',
    evidence: series([heard('a'), page]),
    findings: [
      {
        expected: 'the error wrapper in JSON',
        actual: 'text/html, <html><body>413</body></html>',
      },
    ],
  },
  {
    name: '413 with a number for a code, which is for another rule',
    evidence: series([
      heard('a'),
      answer({ error: { code: 1 } }, { operation: 'transcription', status: 413 }),
    ]),
  },
  {
    name: 'a file that is accepted, which is for another rule',
    evidence: series([heard('a'), heard('b')]),
    unverifiable: 'a file that is not accepted',
  },
  ...[429, 503].map((status) => ({
    name: `"retry later" with ${status}`,
    evidence: series([heard('a'), notHeard(status)]),
    unverifiable: 'an answer other than "retry later"',
  })),
  {
    name: 'a valid form that is refused too',
    evidence: series([notHeard(413), notHeard(413)]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
