import { isJsonObject, type JsonObject, objectsIn, textOf } from '../../../answers/json.ts';
import type { Answer } from '../../../answers/narrow.ts';
import { isPlainFormat, sentFields, transcriptFormat } from '../../../answers/sent-body.ts';
import { cuesIn, subtitleBlocks } from '../../../answers/subtitles.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { TRANSCRIPT_FIELDS, VerboseTranscriptionSchema } from '../../../contract/transcription.ts';
import { answerRule } from '../../declare.ts';
import { textDifference } from '../../findings/differences.ts';
import { plainTranscripts, verboseTranscripts } from '../../probes/transcription.ts';
import { appliesTo, type Finding, need, needSeen } from '../../rule.ts';

export const transcriptionFormatKept = answerRule('transcription-format-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateTranscriptionRequest, response_format (text, srt, vtt)',
  statement:
    'A transcript that is requested as text, srt or vtt is that text, without JSON; or the caller is refused.',
  harm: 'A program saves the answer as subtitles: the player shows nothing, or the viewer reads JSON.',
  provenBy: 'tr-format-ignored',
  probe: plainTranscripts,
  *judge(answer) {
    const { format, isText } = needPlain(answer);
    if (isText) return;
    const { mediaType, text } = answer;
    const actual = `${mediaType}, ${text.slice(0, PREVIEW_CHARACTERS)}`;
    yield { expected: `a transcript as ${format}`, actual };
  },
});

const PREVIEW_CHARACTERS = 80;

export const transcriptionCues = answerRule('transcription-cues', {
  level: 'must',
  assumed:
    'W3C WebVTT §4.1 (header, cues, their times); SubRip, as FFmpeg reads it (numbered cues)',
  statement:
    'A transcript as vtt begins with WEBVTT, and one as srt has numbered cues. No cue ends before it starts, or starts before the one above it.',
  harm: 'A player refuses the whole file for one wrong line, or shows the words at another time.',
  provenBy: 'tr-vtt-without-header',
  probe: plainTranscripts,
  *judge(answer) {
    const { format, isText } = needPlain(answer);
    needSeen(format !== 'text', 'a transcript in srt or vtt');
    need(isText, 'a text without JSON', 'transcription-format-kept');
    const blocks = subtitleBlocks(answer.text);
    const [first = ''] = blocks[0] ?? [];
    if (format === 'vtt' && !/^WEBVTT(?:[ \t]|$)/.test(first)) {
      yield { expected: 'WEBVTT', actual: first, where: 'line 1' };
    }
    const cues = cuesIn(blocks, format);
    if (format === 'srt' && blocks.length > 0 && cues.length === 0) {
      yield { expected: 'a cue', actual: first, where: 'line 1' };
    }
    let latest = 0;
    for (const [index, { line, isNumbered, times }] of cues.entries()) {
      const where = `cue ${index + 1}`;
      if (format === 'srt' && !isNumbered) {
        yield { expected: 'a number above the times', actual: line, where };
      }
      if (times === undefined) {
        yield { expected: `times of ${format}`, actual: line, where };
        continue;
      }
      yield* outOfOrder(times, latest, { actual: line, where });
      latest = times[0];
    }
  },
});

export const transcriptionVerboseMembers = answerRule('transcription-verbose-members', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateTranscriptionResponseVerboseJson',
  statement:
    'A transcript as verbose_json has language, duration and text, and segments or words with their times as requested; or the caller is refused.',
  harm: 'A program that places words on a time line has no times, although it requested them and paid for them.',
  provenBy: 'tr-verbose-ignored',
  probe: verboseTranscripts,
  *judge(answer) {
    const { json, spans } = needVerbose(answer);
    yield* contradictions(VerboseTranscriptionSchema, json);
    for (const where of spans) {
      if (json[where] == null) yield { expected: 'array', actual: json[where], where };
    }
  },
});

export const transcriptionSegments = answerRule('transcription-segments', {
  level: 'should',
  assumed:
    'OpenAI OpenAPI 2.3.0, TranscriptionSegment, TranscriptionWord (start and end in the audio; segments of the transcribed text)',
  statement:
    'Segments and words of a transcript are in the order of their times, none ends before it starts, and the segments have its whole text.',
  harm: 'A program shows a speech by its segments: a line is missing, or appears before its time.',
  provenBy: 'tr-segments-reversed',
  probe: verboseTranscripts,
  *judge(answer) {
    const { json } = needVerbose(answer);
    const ofSpans = ['segments', 'words'].map((name) => [name, objectsIn(json[name])] as const);
    const isTimed = ofSpans.some(([, spans]) => spans.length > 0);
    needSeen(isTimed, 'a transcript with a segment or a word');
    for (const [name, spans] of ofSpans) {
      let latest = 0;
      for (const [index, { start, end }] of spans.entries()) {
        if (typeof start !== 'number' || typeof end !== 'number') continue;
        const actual = `${start} to ${end}`;
        yield* outOfOrder([start, end], latest, { actual, where: `${name}[${index}]` });
        latest = start;
      }
    }
    const segments = objectsIn(json.segments);
    if (segments.length === 0) return;
    const joined = segments.map(({ text }) => textOf(text)).join('');
    const difference = textDifference(...unspaced(textOf(json.text), joined));
    if (difference) yield { ...difference, where: 'segments, joined' };
  },
});

/** Whether the text of an answer to a request for a text is one. */
function needPlain({ exchange, mediaType, json }: Answer) {
  const format = transcriptFormat(exchange);
  appliesTo(isPlainFormat(format), 'a request for a text, srt or vtt');
  const isText = mediaType !== 'application/json' && !isJsonObject(json);
  return { format, isText };
}

/** A transcript with times, and the members in which its request wants them. */
function needVerbose({ exchange, json }: Answer): { json: JsonObject; spans: readonly string[] } {
  appliesTo(transcriptFormat(exchange) === 'verbose_json', 'a request for verbose_json');
  need(isJsonObject(json), 'a JSON object', 'transcription-shape');
  const granularities = sentFields(exchange, TRANSCRIPT_FIELDS.granularity);
  const wanted = granularities.length === 0 ? ['segment'] : granularities;
  return { json, spans: wanted.map((granularity) => `${granularity}s`) };
}

/** @param latest where the one before starts */
function* outOfOrder(
  [start, end]: readonly [start: number, end: number],
  latest: number,
  place: Pick<Finding, 'actual' | 'where'>,
): Iterable<Finding> {
  if (end < start) yield { expected: 'an end after the start', ...place };
  if (start < latest) yield { expected: 'a start that is not before the last one', ...place };
}

/** A gateway may cut the spaces around a segment. */
function unspaced(...texts: readonly [string, string]): [string, string] {
  const [one, other] = texts.map((text) => text.replaceAll(/\s/g, ''));
  return [one ?? '', other ?? ''];
}
