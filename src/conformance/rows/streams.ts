import { chatChunks } from '../../answers/chat-chunks.ts';
import type { Stream } from '../../answers/narrow.ts';
import { requestsModel } from '../../answers/sent-body.ts';
import type { Claim } from '../declare.ts';
import { differentFromFirst } from '../findings/differences.ts';
import { bufferedDeltas } from '../findings/pacing.ts';
import { type JudgeRule, need } from '../rule.ts';
import { type RowData, rowOf } from './row.ts';

type StreamRow = JudgeRule<'stream'> & RowData;

/** Each chunk of a chat stream has the value that the first one has. */
export function constant(
  id: string,
  facts: Claim<'stream'> & { readonly member: 'id' | 'created' },
): StreamRow {
  return {
    ...rowOf(id, 'constant', facts),
    evidence: 'stream',
    judge: (stream) => differentFromFirst(stream, facts.member),
  };
}

/** No choice of a chat stream has this value here. */
export function choicesWithout(
  id: string,
  facts: Claim<'stream'> & {
    readonly member: 'finish_reason' | 'delta.role';
    readonly illegal: null | '';
    readonly expected: string;
  },
): StreamRow {
  const { member, illegal, expected } = facts;
  return {
    ...rowOf(id, 'choicesWithout', facts),
    evidence: 'stream',
    *judge(stream) {
      const chunks = chatChunks(stream).filter(({ choices }) => choices.length > 0);
      need(chunks.length > 0, 'a stream with choices');
      for (const { event, choices } of chunks) {
        for (const { index, finishReason, delta } of choices) {
          if ((member === 'delta.role' ? delta.role : finishReason) !== illegal) continue;
          const where = `choices[${index}].${member}`;
          yield { expected, actual: JSON.stringify(illegal), where, atMs: event.atMs };
        }
      }
    },
  };
}

/** Deltas come as the model produces them, not in one burst. */
export function paced(
  id: string,
  {
    arrivalsOf,
    ...facts
  }: Claim<'stream'> & {
    /** When each delta of text arrived, in ms since the request was sent. */
    readonly arrivalsOf: (stream: Stream) => readonly number[];
  },
): StreamRow {
  return {
    ...rowOf(id, 'paced', facts),
    settings: ['slowModel'],
    evidence: 'stream',
    measuresTime: true,
    judge(stream, { slowModel }) {
      const { exchange } = stream;
      return bufferedDeltas(exchange, arrivalsOf(stream), requestsModel(exchange, slowModel));
    },
  };
}
