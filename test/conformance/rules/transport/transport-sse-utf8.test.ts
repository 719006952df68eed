import { transportSseUtf8 } from '../../../../src/conformance/rules/transport/transport-sse-utf8.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GLOBE = Buffer.from(event({ text: '🌍é' }));
const SPLIT = GLOBE.indexOf(0xf0) + 2;

ruleTable(transportSseUtf8, [
  { name: 'characters of several bytes', evidence: stream([GLOBE]) },
  {
    name: 'a character in two reads',
    evidence: stream([GLOBE.subarray(0, SPLIT), GLOBE.subarray(SPLIT)]),
  },
  { name: 'JSON escapes', evidence: stream(['data: {"text":"\\u00e9\\ud83c\\udf0d"}\n\n']) },
  {
    name: 'U+FFFD in the text',
    evidence: stream([event({ text: 'a' }), event({ text: 'caf\ufffd' })]),
    findings: [{ expected: 'no U+FFFD', actual: '{"text":"caf\ufffd"}', atMs: 20 }],
  },
  {
    name: 'U+FFFD as a JSON escape',
    evidence: stream(['data: {"text":"\\uFFFD"}\n\n']),
    findings: [{ atMs: 10 }],
  },
  {
    name: 'Latin-1 bytes',
    evidence: stream([Buffer.from(event({ text: 'é' }), 'latin1')]),
    findings: [{ expected: 'UTF-8', actual: 'bytes that are not UTF-8' }],
  },
  {
    name: 'U+FFFD that was asked for',
    evidence: stream([event({ text: '\ufffd' })], { asked: { prompt: '\ufffd' } }),
    unverifiable: 'needs a request without U+FFFD',
  },
]);
