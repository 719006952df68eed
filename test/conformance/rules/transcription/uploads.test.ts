import {
  transcriptionBinarySafe,
  transcriptionBrokenMultipart,
  transcriptionOversize413,
} from '../../../../src/conformance/rules/transcription/uploads.ts';
import { BODY_NOT_SENT } from '../../../../src/exchange/http/transport-failure.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { form, heard, notHeard, SHA_256, unheard } from './transcripts.ts';

const expect = { echoModel: 'echo' };
const request = { body: form('echo') };

ruleTable(transcriptionBinarySafe, [
  passes('the digest of the file', heard(SHA_256, { request }), expect),
  {
    name: 'the digest of other bytes',
    evidence: heard('deadbeef'.repeat(8), { request }),
    expect,
    findings: [{ expected: `SHA-256 ${SHA_256}`, actual: 'deadbeef'.repeat(8), where: 'text' }],
  },
  unverified(
    'a transcript of a model that hears',
    heard('Hello.', { request: { body: form('some-model') } }),
    'a file for the model that returns its digest',
    expect,
  ),
  unverified('a request that was not a form', heard(SHA_256), 'a form', expect),
  unverified(
    'an answer without text',
    answer({ usage: {} }, { operation: 'transcription', request }),
    'an answer with text',
    expect,
  ),
]);

const cutForm = 'a cut form';

ruleTable(transcriptionBrokenMultipart, [
  ...[400, 415, 422].map((status) =>
    passes(
      `a broken form that is refused with ${status}`,
      series([heard('Hello.'), notHeard(status)], { label: cutForm }),
    ),
  ),
  finds(
    'a broken form that is never answered',
    series([heard('Hello.'), unheard('timed-out')], { label: cutForm }),
    {
      expected: '4xx for a cut form',
      actual: 'POST /audio/transcriptions was timed-out',
    },
  ),
  ...[429, 503].map((status) =>
    unverified(
      `"retry later" with ${status}`,
      series([heard('Hello.'), notHeard(status)], { label: cutForm }),
      'an answer other than "retry later"',
    ),
  ),
  unverified(
    'no connection',
    series([heard('Hello.'), unheard('refused')], { label: cutForm }),
    'a connection',
  ),
  unverified(
    'a valid form that is refused too',
    series([notHeard(401), notHeard(401)], { label: cutForm }),
    'a valid form to succeed first, as a control',
  ),
]);

const page = answer('<html><body>413</body></html>', {
  operation: 'transcription',
  status: 413,
  type: 'text/html',
});

ruleTable(transcriptionOversize413, [
  passes('413 with the wrapper', series([heard('a'), notHeard(413)])),
  finds('400 with the wrapper', series([heard('a'), notHeard(400)]), { expected: 'status 413' }),
  unverified(
    'an upload that is still on its way',
    series([heard('a'), { ...unheard('timed-out'), failure: BODY_NOT_SENT }]),
    'needs the file to be sent in time',
  ),
  finds('413 with a page of HTML', series([heard('a'), page]), {
    expected: 'the error wrapper in JSON',
    actual: 'text/html, <html><body>413</body></html>',
  }),
  passes(
    '413 with a number for a code, which is for another rule',
    series([
      heard('a'),
      answer({ error: { code: 1 } }, { operation: 'transcription', status: 413 }),
    ]),
  ),
  unverified(
    'a file that is accepted, which is for another rule',
    series([heard('a'), heard('b')]),
    'a file that is not accepted',
  ),
  ...[429, 503].map((status) =>
    unverified(
      `"retry later" with ${status}`,
      series([heard('a'), notHeard(status)]),
      'an answer other than "retry later"',
    ),
  ),
  unverified(
    'a valid form that is refused too',
    series([notHeard(413), notHeard(413)]),
    'a valid request to succeed first, as a control',
  ),
]);
