import type { Stream } from '../../answers/narrow.ts';
import { requestsModel } from '../../answers/sent-body.ts';
import { differentFromFirst } from '../findings/differences.ts';
import { bufferedDeltas } from '../findings/pacing.ts';
import type { JudgeRule } from '../rule.ts';
import { headOf, type RowData, type RowFacts } from './row.ts';

type StreamRow = JudgeRule<'stream'> & RowData;

/** Each chunk of a chat stream has the value that the first one has. */
export function constant(
  id: string,
  facts: RowFacts<'stream'> & { readonly member: 'id' | 'created' },
): StreamRow {
  return {
    ...headOf(id, 'constant', facts),
    evidence: 'stream',
    judge: (stream) => differentFromFirst(stream, facts.member),
  };
}

/** Deltas come as the model produces them, not in one burst. */
export function paced(
  id: string,
  {
    arrivalsOf,
    ...facts
  }: RowFacts<'stream'> & {
    /** When each delta of text arrived, in ms since the request was sent. */
    readonly arrivalsOf: (stream: Stream) => readonly number[];
  },
): StreamRow {
  return {
    ...headOf(id, 'paced', facts),
    settings: ['slowModel'],
    evidence: 'stream',
    measuresTime: true,
    judge(stream, { slowModel }) {
      const { exchange } = stream;
      return bufferedDeltas(exchange, arrivalsOf(stream), requestsModel(exchange, slowModel));
    },
  };
}
