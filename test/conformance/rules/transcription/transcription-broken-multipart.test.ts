import { transcriptionBrokenMultipart } from '../../../../src/conformance/rules/transcription/transcription-broken-multipart.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard, unheard } from './transcripts.ts';

const label = 'a cut form';

ruleTable(transcriptionBrokenMultipart, [
  ...[400, 415, 422].map((status) => ({
    name: `a broken form that is refused with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)], { label }),
  })),
  {
    name: 'a broken form that is never answered',
    evidence: series([heard('Hello.'), unheard('timed-out')], { label }),
    findings: [
      {
        expected: '4xx for a cut form',
        actual: 'POST /audio/transcriptions was timed-out',
      },
    ],
  },
  ...[429, 503].map((status) => ({
    name: `"retry later" with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)], { label }),
    unverifiable: 'an answer other than "retry later"',
  })),
  {
    name: 'no connection',
    evidence: series([heard('Hello.'), unheard('refused')], { label }),
    unverifiable: 'a connection',
  },
  {
    name: 'a valid form that is refused too',
    evidence: series([notHeard(401), notHeard(401)], { label }),
    unverifiable: 'a valid form to succeed first, as a control',
  },
]);
