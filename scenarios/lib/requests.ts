import type { Call, SharedFile } from 'k6/x/gateway';
import { type Request, settings } from './gateway.ts';
import type { Iteration } from './iteration.ts';
import { answerTokens, isPlanned, prompt, shortPrompt } from './prompts.ts';

const { models, echoModels, imageSizes, video, echoShare, streamField, answerTokensField } =
  settings;

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Requests that every gateway should accept. The stream switch comes before any text, because only
 * the start of a long request is recorded.
 */

export function chatRequest(turn: Iteration, stream: boolean): Request {
  const { model, text, most } = question(turn, 'chat');
  const user = { role: 'user', content: text };
  const system = { role: 'system', content: 'Answer in one short sentence.' };
  const messages = isInstructed(turn) ? [system, user] : [user];
  return json('chat', { model, ...streamSwitch(stream), messages, ...tokenLimit('chat', most) });
}

/** A turn of a dialog. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

const WEATHER = {
  name: 'get_weather',
  description: 'Returns the weather in a city now.',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

/** A streamed chat that offers a function, and asks for it by name; with its results, once it was called. */
export function toolsRequest(text: string, calls: readonly Call[]): Request {
  const tool_calls = calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
  const results = calls.map(({ id }) => ({
    role: 'tool',
    tool_call_id: id,
    content: 'It is 12 degrees, with light rain.',
  }));
  const user = { role: 'user', content: `${text} Call ${WEATHER.name} before you answer.` };
  const called = calls.length > 0 ? [{ role: 'assistant', content: null, tool_calls }] : [];
  const messages = [user, ...called, ...results];
  const tools = [{ type: 'function', function: WEATHER }];
  return json('chat', { model: modelOf('chat'), ...streamSwitch(true), messages, tools });
}

/**
 * The next turn of a dialog, with all earlier turns.
 * @param most tokens of its answer
 */
export function conversationRequest(
  messages: readonly Message[],
  stream: boolean,
  most?: number,
): Request {
  const model = modelOf('chat');
  return json('chat', { model, ...streamSwitch(stream), messages, ...tokenLimit('chat', most) });
}

export function responsesRequest(turn: Iteration, stream: boolean): Request {
  const { model, text, most } = question(turn, 'responses');
  const instructions = isInstructed(turn) ? { instructions: 'Answer in one short sentence.' } : {};
  const more = { ...instructions, ...tokenLimit('responses', most) };
  return json('responses', { model, ...streamSwitch(stream), input: text, ...more });
}

export function imagesRequest(turn: Iteration): Request {
  const [first = '1024x1024', ...others] = imageSizes;
  const size = turn.draw.pick([first, ...others]);
  return json('images', { model: modelOf('images'), prompt: shortPrompt(turn), n: 1, size });
}

export function videoRequest(turn: Iteration): Request {
  const { duration } = video;
  return json('video-create', {
    model: modelOf('video-create'),
    prompt: shortPrompt(turn),
    duration,
  });
}

/** All uploads of a size have the same content: the name of the file identifies the request. */
export function transcriptionRequest(turn: Iteration, file: SharedFile): Request {
  const model = echoes(turn, 'transcription') ?? modelOf('transcription');
  return {
    operation: 'transcription',
    parts: [
      { name: 'model', value: model },
      { name: 'file', filename: `speech-${turn.word()}.wav`, type: 'audio/wav', file },
    ],
  };
}

interface Question {
  readonly model: string;
  readonly text: string;
  /** Tokens of the answer, at most. */
  readonly most?: number | undefined;
}

/** An echoing model repeats the prompt, token by token: it gets the short ones. */
function question(turn: Iteration, operation: 'chat' | 'responses'): Question {
  const model = modelOf(operation);
  if (isPlanned()) {
    const most = answerTokens(turn);
    return { model, text: prompt(turn, most), most };
  }
  const echo = echoes(turn, operation);
  return echo === undefined
    ? { model, text: prompt(turn) }
    : { model: echo, text: shortPrompt(turn) };
}

function isInstructed(turn: Iteration): boolean {
  return !isPlanned() && turn.draw.chance(0.3);
}

function tokenLimit(
  operation: 'chat' | 'responses',
  most: number | undefined,
): Record<string, number> {
  return most === undefined ? {} : { [answerTokensField[operation]]: most };
}

/** The model of the operation; '' is refused, so a missing one is visible. */
function modelOf(operation: Request['operation']): string {
  return models[operation] ?? '';
}

/** The echoing model of the operation, for its share of the requests. */
function echoes(turn: Iteration, operation: string): string | undefined {
  return turn.draw.chance(echoShare) ? (echoModels[operation] ?? undefined) : undefined;
}

function streamSwitch(stream: boolean): Record<string, boolean> {
  return stream ? { [streamField]: true } : {};
}

function json(operation: Request['operation'], body: unknown): Request {
  return { operation, headers: JSON_TYPE, body: JSON.stringify(body) };
}
