import { editsDeltas, frames, plansChat } from '../edits/streams.ts';
import type { Alteration } from '../hooks.ts';
import type { Piece, PlannedEvent } from '../http/answer.ts';
import { editChoices } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';
import { finishReason } from '../models/chat.ts';
import type { Completion } from '../models/completion.ts';

/** In this order no CR is followed by a LF of another line, which would be one CRLF. */
const ENDS = ['\r\n', '\n', '\r'];

/** The amount that proxies buffer before they pass anything on. */
const PADDING = `:${' '.repeat(2048)}\n\n`;

const BLOCKS = 'retry: 3000\n\nid: 7\n\nevent: ping\n\n\n';

const SIZES = [1, 2, 3, 7];

/** Represents a comment: it is never framed as an event. */
const WAITING: PlannedEvent = { name: 'waiting', data: {}, dueMs: 0 };

export const streamsVariants: readonly Alteration[] = [
  plansChat(
    'chat-empty-deltas',
    'A chat stream has deltas without text between its tokens.',
    (events) => events.flatMap(spaced),
  ),
  {
    id: 'chat-finish-with-token',
    summary: 'The last token of a chat stream is in the chunk with finish_reason.',
    hooks: ({ planChat }) => ({
      planChat(completion) {
        const events = planChat(completion);
        const reason = finishReason(completion);
        const finish = events.findIndex((event) => finishes(event, reason));
        if (finish === -1) return events;
        const last = events.slice(finish - 1, finish).map((event) => finished(event, reason));
        return [...events.slice(0, finish - 1), ...last, ...events.slice(finish + 1)];
      },
    }),
  },
  editsDeltas('chat-role-everywhere', 'Every delta of a chat stream has the role.', ({ delta }) =>
    isJsonObject(delta) ? { delta: { role: 'assistant', ...delta } } : {},
  ),
  {
    id: 'replay-at-once',
    summary: 'A replayed stream is sent all at once, from the store.',
    hooks: ({ planChat, planResponse }) => ({
      planChat: hurried(planChat),
      planResponse: hurried(planResponse),
    }),
  },
  frames('sse-bom', 'A stream begins with a byte order mark.', (text, _, { first }) =>
    first ? `\ufeff${text}` : text,
  ),
  {
    id: 'sse-charset',
    summary: 'The media type of a stream has a charset.',
    hooks: ({ streamHeaders }) => ({
      streamHeaders: (operation) => ({
        ...streamHeaders(operation),
        'content-type': 'text/event-stream;charset=UTF-8',
      }),
    }),
  },
  frames(
    'sse-comments',
    'A stream has comments before and between the lines of an event.',
    (text) => text.replaceAll(/^(?=data|event)/gm, ': keep-alive\n'),
  ),
  frames('sse-cr', 'Lines of a stream end with CR.', (text) => text.replaceAll(/\r?\n/g, '\r')),
  frames('sse-crlf', 'Lines of a stream end with CRLF.', (text) =>
    text.replaceAll(/\r?\n/g, '\r\n'),
  ),
  frames('sse-data-lines', 'The data of an event is on several data lines.', (text, { data }) => {
    if (typeof data === 'string') return text;
    const lines = JSON.stringify(data, null, 1).replaceAll('\n', '\ndata: ');
    return text.replace(JSON.stringify(data), () => lines);
  }),
  frames(
    'sse-id-and-retry',
    'Events have id and retry fields.',
    (text) => `id: 1\nretry: 3000\n${text}`,
  ),
  {
    id: 'sse-mixed-line-ends',
    summary: 'Lines of a stream end with CRLF, LF and CR in turn.',
    hooks({ frame }) {
      let lines = 0;
      const nextEnd = (): string => ENDS[lines++ % ENDS.length] ?? '\n';
      return { frame: (event, place) => frame(event, place).replaceAll(/\r?\n/g, nextEnd) };
    },
  },
  {
    id: 'sse-named-message',
    summary: 'Events of a chat stream have the event name message, which is the default.',
    hooks: ({ frame }) => ({
      frame: ({ name = 'message', ...event }, place) => frame({ name, ...event }, place),
    }),
  },
  frames('sse-no-space', 'Fields have no space after their colon.', (text) =>
    text.replaceAll(/^(data|event): /gm, '$1:'),
  ),
  frames(
    'sse-padding',
    'A stream begins with a comment of 2 KiB and has comments between events.',
    (text, _, { first }) => (first ? PADDING : ':\n\n') + text,
  ),
  frames(
    'sse-retry-only',
    'A stream has blocks with retry, id or event, but without data, between its events.',
    (text) => BLOCKS + text,
  ),
  {
    id: 'sse-small-pieces',
    summary: 'A stream is written in pieces of 1, 2, 3 and 7 bytes.',
    hooks: ({ pack }) => ({ pack: (text) => pack(text).flatMap(cut) }),
  },
  frames(
    'sse-unknown-field',
    'Events have an unknown field.',
    (text) => `x-reference: 1\nx-reference\n${text}`,
  ),
  {
    id: 'sse-waiting',
    summary: 'A stream begins immediately, with a comment before its first token.',
    hooks: ({ planChat, planResponse, frame }) => ({
      planChat: (completion) => [WAITING, ...planChat(completion)],
      planResponse: (completion) => [WAITING, ...planResponse(completion)],
      frame: (event, place) => (event === WAITING ? ': processing\n\n' : frame(event, place)),
    }),
  },
];

/** A token, and after it a delta without members and one without text. */
function spaced(event: PlannedEvent): readonly PlannedEvent[] {
  const { data, dueMs, token } = event;
  if (token !== true || typeof data === 'string') return [event];
  const empty = [{}, { content: '' }].map((delta) => ({
    data: editChoices(data, (choice) => ({ ...choice, delta })),
    dueMs,
  }));
  return [event, ...empty];
}

function finishes({ data }: PlannedEvent, reason: string): boolean {
  if (typeof data === 'string' || !Array.isArray(data.choices)) return false;
  const [choice] = data.choices;
  return isJsonObject(choice) && choice.finish_reason === reason;
}

function finished(event: PlannedEvent, reason: string): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string') return event;
  const edited = editChoices(data, (choice) => ({ ...choice, finish_reason: reason }));
  return { ...event, data: edited };
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

function cut(piece: Piece): readonly Buffer[] {
  const bytes = Buffer.from(piece);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = SIZES[pieces.length % SIZES.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
