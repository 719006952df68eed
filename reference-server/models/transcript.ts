import type { JsonObject } from '../http/json.ts';

/** How a transcript can be answered; `json` without a wish. */
export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;

export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** The output of a transcription model, and the form in which it is wanted. */
export interface Transcript {
  readonly tokens: readonly string[];
  readonly format: TranscriptFormat;
  /** What has times in verbose JSON. */
  readonly timed: readonly string[];
}

/** In s. */
const TOKEN_LENGTH = 0.25;
const SEGMENT_TOKENS = 6;

/** A transcript in JSON. */
export function transcriptBody({ tokens, format, timed }: Transcript): JsonObject {
  const usage = { input_tokens: 1, output_tokens: tokens.length, total_tokens: 1 + tokens.length };
  const text = tokens.join('');
  if (format !== 'verbose_json') return { text, usage };
  const words = tokens.map((word, at) => ({ word: word.trim(), ...spanOf(at, 1) }));
  return {
    task: 'transcribe',
    language: 'english',
    duration: tokens.length * TOKEN_LENGTH,
    text,
    ...(timed.includes('segment') && { segments: segmentsOf(tokens) }),
    ...(timed.includes('word') && { words }),
    usage,
  };
}

/** A transcript without JSON; undefined where it is wanted in JSON. */
export function transcriptText({ tokens, format }: Transcript): string | undefined {
  if (format === 'json' || format === 'verbose_json') return undefined;
  if (format === 'text') return `${tokens.join('')}\n`;
  const isSrt = format === 'srt';
  const cues = segmentsOf(tokens).map(({ id, start, end, text }) => {
    const [from, to] = [start, end].map((time) => timestamp(time, isSrt ? ',' : '.'));
    return `${isSrt ? `${id + 1}\n` : ''}${from} --> ${to}\n${text.trim()}\n`;
  });
  return [...(isSrt ? [] : ['WEBVTT\n']), ...cues].join('\n');
}

export function mediaTypeOf(format: TranscriptFormat): string {
  return `text/${format === 'vtt' ? 'vtt' : 'plain'}; charset=utf-8`;
}

function segmentsOf(tokens: readonly string[]) {
  const starts = tokens.flatMap((_, at) => (at % SEGMENT_TOKENS === 0 ? [at] : []));
  return starts.map((at, id) => {
    const own = tokens.slice(at, at + SEGMENT_TOKENS);
    return { id, ...spanOf(at, own.length), text: own.join('') };
  });
}

function spanOf(at: number, count: number) {
  return { start: at * TOKEN_LENGTH, end: (at + count) * TOKEN_LENGTH };
}

/** Such as `00:00:01.500`, for less than a day. */
function timestamp(seconds: number, mark: string): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', mark);
}
