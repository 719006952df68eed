import type { Alteration } from '../hooks.ts';

/** In this order no CR is followed by a LF of another line, which would be one CRLF. */
const ENDS = ['\r\n', '\n', '\r'];

export const sseMixedLineEnds: Alteration = {
  id: 'sse-mixed-line-ends',
  summary: 'Lines of a stream end with CRLF, LF and CR in turn.',
  hooks({ frame }) {
    let lines = 0;
    const nextEnd = (): string => ENDS[lines++ % ENDS.length] ?? '\n';
    return { frame: (event, place) => frame(event, place).replaceAll(/\r?\n/g, nextEnd) };
  },
};
