import {
  transcriptionCues,
  transcriptionFormatKept,
  transcriptionSegments,
  transcriptionVerboseMembers,
} from '../../../../src/conformance/rules/transcription/formats.ts';
import { transcriptionShape } from '../../../../src/conformance/rules/transcription/uploads.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { form, heard } from './transcripts.ts';

/** An answer to a request for this format. */
function heardAs(format: string, body: unknown, type = 'text/plain; charset=utf-8') {
  const request = { body: form('some-model', [['response_format', format]]) };
  return answer(body, { operation: 'transcription', request, type });
}

ruleTable(transcriptionFormatKept, [
  passes('a text', heardAs('text', 'Hello.\n')),
  passes('a text that is a number, or nothing', [heardAs('text', '42'), heardAs('text', '')]),
  passes('an srt', heardAs('srt', '1\n00:00:00,000 --> 00:00:01,000\nHello.\n')),
  finds('JSON in place of vtt', heardAs('vtt', { text: 'Hello.' }, 'application/json'), {
    expected: 'a transcript as vtt',
    actual: 'application/json, {"text":"Hello."}',
  }),
  finds('JSON that is declared as text', heardAs('text', { text: 'Hello.' }), {}),
  finds('a text that is declared as JSON', heardAs('text', 'Hello.', 'application/json'), {}),
  unverified('a request for JSON', heard('Hello.'), 'a request for a text, srt or vtt'),
]);

const NOTES = 'NOTE\nBy a model --> of speech.\n\nSTYLE\n::cue { color: white }\n\n';

ruleTable(transcriptionCues, [
  passes(
    'cues of srt',
    heardAs(
      'srt',
      '1\n00:00:00,000 --> 00:00:01,000\nHello.\n\n2\n00:00:01,000 --> 100:00:02,500\nA\n',
    ),
  ),
  passes(
    'CR LF, a mark of the byte order and cues that overlap',
    heardAs(
      'srt',
      '\ufeff1\r\n00:00:01,000 --> 00:00:09,000\r\nA\r\n\r\n2\r\n00:00:01,000 --> 00:00:02,000\r\nB',
    ),
  ),
  passes('silence', [heardAs('srt', ''), heardAs('vtt', 'WEBVTT\n')]),
  passes(
    'cues of vtt: names, settings, notes, styles, and times with and without hours',
    heardAs(
      'vtt',
      `WEBVTT - by a model\nKind: captions\n\n${NOTES}one\n00:00.000 --> 00:01.000 align:start\nA\n\n00:00:01.000 --> 01:00:00.000\nB`,
    ),
  ),
  passes(
    'an empty line in a cue of srt',
    heardAs('srt', '1\n00:00:00,000 --> 00:00:01,000\nHello.\n\nYou.\n'),
  ),
  finds('a vtt without its header', heardAs('vtt', '00:00.000 --> 00:01.000\nA'), {
    expected: 'WEBVTT',
    actual: '00:00.000 --> 00:01.000',
    where: 'line 1',
  }),
  finds('an empty vtt', heardAs('vtt', ''), { expected: 'WEBVTT', actual: '' }),
  finds('a text in place of srt', heardAs('srt', 'Hello.\nYou.'), {
    expected: 'a cue',
    actual: 'Hello.',
    where: 'line 1',
  }),
  finds(
    'a vtt in place of srt',
    heardAs('srt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nA'),
    {
      expected: 'a number above the times',
      where: 'cue 1',
    },
    { expected: 'times of srt', where: 'cue 1' },
  ),
  finds('a comma in a vtt', heardAs('vtt', 'WEBVTT\n\n00:00:00,000 --> 00:00:01,000\nA'), {
    expected: 'times of vtt',
    actual: '00:00:00,000 --> 00:00:01,000',
  }),
  finds('an end that cannot be read', heardAs('vtt', 'WEBVTT\n\n00:00.000 --> later\nA'), {}),
  finds(
    'a cue that ends before it starts, and one before the last',
    heardAs('vtt', 'WEBVTT\n\n00:05.000 --> 00:04.000\nA\n\n00:01.000 --> 00:02.000\nB'),
    { expected: 'an end after the start', where: 'cue 1' },
    {
      expected: 'a start that is not before the last one',
      actual: '00:01.000 --> 00:02.000',
      where: 'cue 2',
    },
  ),
  unverified('a text', heardAs('text', 'Hello.'), 'a transcript in srt or vtt'),
  unverified('JSON', heardAs('srt', { text: 'A' }, 'application/json'), 'a text without JSON'),
  unverified('a request for JSON', heard('Hello.'), 'a request for a text, srt or vtt'),
]);

const SEGMENTS = [
  { id: 0, start: 0, end: 1, text: ' Hello.' },
  { id: 1, start: 1, end: 2.5, text: ' You.' },
];
const WORDS = [
  { word: 'Hello', start: 0, end: 1 },
  { word: 'You', start: 1.2, end: 1.2 },
];
const VERBOSE = {
  language: 'en',
  duration: 2.5,
  text: 'Hello. You.',
  usage: {},
  segments: SEGMENTS,
};

/** An answer to a request for verbose JSON with these granularities. */
function timed(edit: object, ...granularities: readonly string[]) {
  const fields = granularities.map((each) => ['timestamp_granularities[]', each] as const);
  const request = { body: form('some-model', [['response_format', 'verbose_json'], ...fields]) };
  return answer({ ...VERBOSE, ...edit }, { operation: 'transcription', request });
}

ruleTable(transcriptionVerboseMembers, [
  passes('segments, without words', timed({ words: null })),
  passes(
    'words in place of segments, as requested',
    timed({ segments: null, words: WORDS }, 'word'),
  ),
  finds(
    'a transcript in JSON',
    timed({ language: undefined, duration: undefined, segments: undefined }),
    { where: 'language' },
    { where: 'duration' },
    { expected: 'array', actual: 'absent', where: 'segments' },
  ),
  finds('no words, although requested', timed({}, 'segment', 'word'), {
    expected: 'array',
    where: 'words',
  }),
  finds('a duration that is a text', timed({ duration: '2.5' }), { where: 'duration' }),
  finds('a segment without a time', timed({ segments: [{ id: 0, start: 0, text: 'A' }] }), {
    where: 'segments[0].end',
  }),
  unverified('a request for JSON', heard('Hello.'), 'a request for verbose_json'),
  unverified('a text', heardAs('verbose_json', 'Hello.'), 'a JSON object'),
]);

ruleTable(transcriptionSegments, [
  passes('segments and words in order', timed({ words: WORDS }, 'segment', 'word')),
  passes(
    'segments whose spaces are cut',
    timed({ segments: SEGMENTS.map((each) => ({ ...each, text: each.text.trim() })) }),
  ),
  passes('words alone', timed({ segments: null, words: WORDS }, 'word')),
  finds(
    'segments in reverse order',
    timed({ segments: SEGMENTS.toReversed() }),
    { expected: 'a start that is not before the last one', actual: '0 to 1', where: 'segments[1]' },
    { where: 'segments, joined' },
  ),
  finds('a word that ends before it starts', timed({ words: [{ word: 'A', start: 2, end: 1 }] }), {
    expected: 'an end after the start',
    actual: '2 to 1',
    where: 'words[0]',
  }),
  finds('a segment that is missing', timed({ segments: SEGMENTS.slice(0, 1) }), {
    expected: '"Hello.You." (10 characters)',
    actual: '"Hello." (6 characters)',
    where: 'segments, joined',
  }),
  passes(
    'times that are texts, which another rule judges,',
    timed({ segments: [{ id: 0, start: '2', end: '1', text: 'Hello. You.' }] }),
  ),
  passes(
    'a segment without times, which another rule judges,',
    timed({ segments: [{ text: 'Hello. You.' }] }),
  ),
  unverified('silence', timed({ text: '', segments: [] }), 'a transcript with a segment or a word'),
  unverified('a request for JSON', heard('Hello.'), 'a request for verbose_json'),
]);

ruleTable(transcriptionShape, [
  passes('verbose JSON', timed({})),
  finds(
    'a text in place of verbose JSON',
    heardAs('verbose_json', 'Hello.'),
    { where: 'content-type' },
    {},
  ),
  unverified('a text, as requested', heardAs('text', 'Hello.'), 'a request for JSON'),
  unverified('a format that Assay does not know', heardAs('tsv', 'Hello.'), 'a request for JSON'),
]);
