import {
  transcriptionBinarySafe,
  transcriptionBrokenMultipart,
  transcriptionOversize413,
} from '../../../../src/conformance/rules/transcription.ts';
import { BODY_NOT_SENT } from '../../../../src/exchange/http/transport-failure.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { form, heard, notHeard, SHA_256, unheard } from './transcripts.ts';

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

const cutForm = 'a cut form';

ruleTable(transcriptionBrokenMultipart, [
  ...[400, 415, 422].map((status) => ({
    name: `a broken form that is refused with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)], { label: cutForm }),
  })),
  {
    name: 'a broken form that is never answered',
    evidence: series([heard('Hello.'), unheard('timed-out')], { label: cutForm }),
    findings: [
      {
        expected: '4xx for a cut form',
        actual: 'POST /audio/transcriptions was timed-out',
      },
    ],
  },
  ...[429, 503].map((status) => ({
    name: `"retry later" with ${status}`,
    evidence: series([heard('Hello.'), notHeard(status)], { label: cutForm }),
    unverifiable: 'an answer other than "retry later"',
  })),
  {
    name: 'no connection',
    evidence: series([heard('Hello.'), unheard('refused')], { label: cutForm }),
    unverifiable: 'a connection',
  },
  {
    name: 'a valid form that is refused too',
    evidence: series([notHeard(401), notHeard(401)], { label: cutForm }),
    unverifiable: 'a valid form to succeed first, as a control',
  },
]);

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
