import { editsDeltas } from '../edits/answers.ts';
import { editChoices, editData, editMember } from '../edits/json.ts';
import { after, alters } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { DONE, type PlannedEvent } from '../http/answer.ts';
import { finishReason } from '../models/chat.ts';
import type { Completion } from '../models/completion.ts';
import { finishes } from '../relay/relay-stream.ts';

/** In this order no CR is followed by a LF of another line, which would be one CRLF. */
const ENDS = ['\r\n', '\n', '\r'];

const BLOCKS = 'retry: 3000\n\nid: 7\n\nevent: ping\n\n\n';

/** Represents a comment: it is never framed as an event. */
const WAITING: PlannedEvent = { name: 'waiting', data: {}, dueMs: 0 };

export const streamsVariants: Alterations = {
  'chat-choices-apart': after('planChat')(
    'The choices of a chat stream come one after the other, the last one first.',
  )((events) =>
    events
      .toSorted((one, other) => choiceOf(other) - choiceOf(one))
      .map((event, at) => ({ ...event, dueMs: events[at]?.dueMs ?? 0 })),
  ),
  'chat-empty-deltas': after('planChat')(
    'A chat stream has deltas without text between its tokens.',
  )((events) => events.flatMap(spaced)),
  'chat-finish-with-token': after('planChat')(
    'The last token of a chat stream is in the chunk with finish_reason.',
  )((events, completion) => {
    const finish = events.findIndex(({ data }) => data !== DONE && finishes(data));
    if (finish === -1) return events;
    const finish_reason = finishReason(completion);
    const last = editData(events.slice(finish - 1, finish), (data) =>
      editChoices(data, (choice) => ({ ...choice, finish_reason })),
    );
    return events.toSpliced(finish - 1, 2, ...last);
  }),
  'chat-role-everywhere': editsDeltas('Every delta of a chat stream has the role.')((choice) =>
    editMember(choice, 'delta', (delta) => ({ role: 'assistant', ...delta })),
  ),
  'replay-at-once': alters('A replayed stream is sent all at once, from the store.')(
    ({ planChat, planResponse }) => ({
      planChat: hurried(planChat),
      planResponse: hurried(planResponse),
    }),
  ),
  'sse-bom': after('frame')('A stream begins with a byte order mark.')((text, _, { first }) =>
    first ? `\ufeff${text}` : text,
  ),
  'sse-charset': after('streamHeaders')('The media type of a stream has a charset.')((headers) => ({
    ...headers,
    'content-type': 'text/event-stream;charset=UTF-8',
  })),
  'sse-comments': after('frame')('A stream has comments before and between the lines of an event.')(
    (text) => text.replaceAll(/^(?=data|event)/gm, ': keep-alive\n'),
  ),
  'sse-crlf': after('frame')('Lines of a stream end with CRLF.')((text) =>
    text.replaceAll(/\r?\n/g, '\r\n'),
  ),
  'sse-data-lines': after('frame')('The data of an event is on several data lines.')(
    (text, { data }) => {
      if (typeof data === 'string') return text;
      const lines = JSON.stringify(data, null, 1).replaceAll('\n', '\ndata: ');
      return text.replace(JSON.stringify(data), () => lines);
    },
  ),
  'sse-mixed-line-ends': alters('Lines of a stream end with CRLF, LF and CR in turn.')(
    ({ frame }) => {
      let lines = 0;
      const nextEnd = (): string => ENDS[lines++ % ENDS.length] ?? '\n';
      return { frame: (event, place) => frame(event, place).replaceAll(/\r?\n/g, nextEnd) };
    },
  ),
  'sse-named-message': alters(
    'Events of a chat stream have the event name message, which is the default.',
  )(({ frame }) => ({
    frame: ({ name = 'message', ...event }, place) => frame({ name, ...event }, place),
  })),
  'sse-no-space': after('frame')('Fields have no space after their colon.')((text) =>
    text.replaceAll(/^(data|event): /gm, '$1:'),
  ),
  'sse-retry-only': after('frame')(
    'A stream has blocks with retry, id or event, but without data, between its events.',
  )((text) => BLOCKS + text),
  'sse-waiting': alters('A stream begins immediately, with a comment before its first token.')(
    ({ planChat, planResponse, frame }) => ({
      planChat: (completion) => [WAITING, ...planChat(completion)],
      planResponse: (completion) => [WAITING, ...planResponse(completion)],
      frame: (event, place) => (event === WAITING ? ': processing\n\n' : frame(event, place)),
    }),
  ),
};

/** The index of the choice to which an event adds; -1 for none. */
function choiceOf({ data }: PlannedEvent): number {
  let index = -1;
  if (data !== DONE)
    editChoices(data, (choice) => {
      index = Number(choice.index);
      return choice;
    });
  return index;
}

/** A token, and after it a delta without members and one without text. */
function spaced(event: PlannedEvent): readonly PlannedEvent[] {
  const { data, dueMs, token } = event;
  if (token !== true || typeof data === 'string') return [event];
  const empty = [{}, { content: '' }].map((delta) => ({
    // They have no tokens.
    data: editChoices(data, ({ logprobs, ...choice }) => ({
      ...choice,
      delta,
      ...(logprobs !== undefined && { logprobs: null }),
    })),
    dueMs,
  }));
  return [event, ...empty];
}

type Plan = (completion: Completion) => readonly PlannedEvent[];

/** The plan of a completion that has been streamed before has no gaps. */
function hurried(plan: Plan): Plan {
  const streamed = new WeakSet<Completion>();
  return (completion) => {
    const events = plan(completion);
    const isReplay = streamed.has(completion);
    streamed.add(completion);
    return isReplay ? events.map((event) => ({ ...event, dueMs: 0 })) : events;
  };
}
