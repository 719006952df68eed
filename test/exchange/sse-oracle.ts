import * as fc from 'fast-check';

interface StandardEvent {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
}

/**
 * A slow decoder that follows WHATWG HTML §9.2.6 step by step over the decoded text, to check the
 * fast decoder.
 */
export function eventsByTheStandard(bytes: Uint8Array): StandardEvent[] {
  const text = new TextDecoder('utf-8').decode(bytes);
  const events: StandardEvent[] = [];
  const lines = text.split(/\r\n|\r|\n/).slice(0, -1);
  let data = '';
  let type = '';
  let lastEventId = '';
  for (const line of lines) {
    const [, name, value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (line === '') {
      if (data !== '') events.push({ type, data: data.slice(0, -1), lastEventId });
      data = '';
      type = '';
    } else if (name === 'data') {
      data += `${value}\n`;
    } else if (name === 'event') {
      type = value;
    } else if (name === 'id' && !value.includes('\0')) {
      lastEventId = value;
    }
  }
  return events;
}

/** Each point of WHATWG HTML §9.2.5 and §9.2.6 is a combination of these. */
const FRAGMENTS: readonly string[] = [
  ['data', 'event', 'id', 'retry', 'DATA', 'dat', 'x', '{"a":1}'],
  [':', ': ', ' ', '\t', '\n', '\r', '\r\n', '\n\n'],
  ['é', '漢', '😀', '\uFEFF', '\0', '\u2028', '\u0085', '\f'],
  ['data: a\n', 'event: x\n', 'id: 1\n', ': comment\n'],
].flat();

/** Streams of any bytes, mostly of such fragments. */
export const STREAMS = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS).map((text) => Buffer.from(text)) },
      {
        weight: 1,
        arbitrary: fc.uint8Array({ minLength: 1, maxLength: 4 }).map((raw) => Buffer.from(raw)),
      },
    ),
    { maxLength: 60 },
  )
  .map((parts) => Buffer.concat(parts));
