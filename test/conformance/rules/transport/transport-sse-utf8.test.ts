import { transportSseUtf8 } from '../../../../src/conformance/rules/transport/transport-sse-utf8.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GLOBE = Buffer.from(event({ text: '🌍é' }));
const SPLIT = GLOBE.indexOf(0xf0) + 2;

/** A chat stream of the echoing model in one delta. */
const echoed = (content: string, prompt = 'Grüße, 世界? 🌍') =>
  stream([event({ choices: [{ index: 0, delta: { content } }] })], {
    sent: { model: 'echo', messages: [{ role: 'user', content: prompt }], stream: true },
  });

ruleTable(transportSseUtf8, [
  { name: 'characters of several bytes', evidence: stream([GLOBE]) },
  {
    name: 'a character in two reads',
    evidence: stream([GLOBE.subarray(0, SPLIT), GLOBE.subarray(SPLIT)]),
  },
  { name: 'JSON escapes', evidence: stream(['data: {"text":"\\u00e9\\ud83c\\udf0d"}\n\n']) },
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
    name: 'a character in two events, half of it in each',
    evidence: stream(['data: {"text":"\\ud83c"}\n\n', 'data: {"text":"\\udf0d"}\n\n']),
    findings: [
      { expected: 'whole characters, no lone surrogate', atMs: 10 },
      { expected: 'whole characters, no lone surrogate', atMs: 20 },
    ],
  },
  {
    name: 'an escape that is itself escaped',
    evidence: stream(['data: {"text":"\\\\ud83c \\u00e9"}\n\n']),
  },
  {
    name: 'an echo with all of its characters',
    evidence: echoed('Grüße, 世界? 🌍'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'an echo of its words in another order, and one of them twice',
    evidence: echoed('世界? 世界? Grüße,  🌍'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'an echo without one of two equal characters',
    evidence: echoed('Grüe', 'Grüüe'),
    expect: { echoModel: 'echo' },
    findings: [{ actual: '"ü" (1 characters)' }],
  },
  {
    name: 'an echo of other letters',
    evidence: echoed('Gruesse, 世界? 🌍'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'the echo of another request',
    evidence: echoed('Grusse n00000002', 'Grüße n00000001'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'U+FFFD that was in the prompt',
    evidence: stream([event({ text: '\ufffd' })], { sent: { prompt: '\ufffd' } }),
    unverifiable: 'needs a request without U+FFFD',
  },

  {
    name: 'an echo after instructions in another script',
    evidence: echoed('指示: Grüße, 世界? 🌍'),
    expect: { echoModel: 'echo' },
  },
]);
