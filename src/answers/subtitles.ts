/** A cue of subtitles. */
export interface Cue {
  /** The line with its times. */
  readonly line: string;
  /** Whether a number stands before its times, as SubRip demands. */
  readonly isNumbered: boolean;
  /** In ms; undefined where they cannot be read. */
  readonly times: readonly [start: number, end: number] | undefined;
}

const ARROW = '-->';

/** Times of SubRip, with a comma, and of WebVTT (W3C WebVTT §4.1), which may omit the hours. */
const TIMES = {
  srt: /^(\d{2,}:)([0-5]\d):([0-5]\d),(\d{3})(?=\s|$)/,
  vtt: /^(\d{2,}:)?([0-5]\d):([0-5]\d)\.(\d{3})(?=\s|$)/,
};

/** The blocks of a file of subtitles, which empty lines separate. */
export function subtitleBlocks(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = [[]];
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter(({ length }) => length > 0);
}

/** The cues among blocks: those with a line of times. Others are notes, styles or further text. */
export function cuesIn(
  blocks: readonly (readonly string[])[],
  format: 'srt' | 'vtt',
): readonly Cue[] {
  return blocks.flatMap((lines) => {
    const [first = '', second = ''] = lines;
    if (/^(?:NOTE|STYLE|REGION)\b/.test(first) && format === 'vtt') return [];
    const timing = [first, second].find((line) => line.includes(ARROW));
    if (timing === undefined) return [];
    const isNumbered = timing === second && /^\d+$/.test(first.trim());
    const [start, end] = timing.split(ARROW).map((time) => millisecondsOf(time, format));
    const times = start === undefined || end === undefined ? undefined : ([start, end] as const);
    return [{ line: timing, isNumbered, times }];
  });
}

function millisecondsOf(time: string, format: 'srt' | 'vtt'): number | undefined {
  const found = TIMES[format].exec(time.trim());
  if (found === null) return undefined;
  const [, hours = '0', minutes, seconds, milliseconds] = found;
  const wholeSeconds = (Number.parseInt(hours, 10) * 60 + Number(minutes)) * 60 + Number(seconds);
  return wholeSeconds * 1000 + Number(milliseconds);
}
