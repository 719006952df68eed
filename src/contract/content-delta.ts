import { z } from 'zod';
import type { Operation } from './operations.ts';

const TEXT = z.string().nullish();

/** As lenient as clients are: what is wrong elsewhere in a chunk is for the rules about it. */
const ChatDeltasSchema = z.looseObject({
  choices: z.array(
    z.looseObject({
      delta: z.looseObject({
        content: TEXT,
        tool_calls: z
          .array(z.looseObject({ function: z.looseObject({ arguments: TEXT }).nullish() }))
          .nullish(),
      }),
    }),
  ),
});

const ResponsesDeltaSchema = z.looseObject({
  type: z.enum(['response.output_text.delta', 'response.function_call_arguments.delta']),
  delta: z.string(),
});

/** What one event of a stream adds to the answer. */
interface Delta {
  readonly text: string;
  /** The arguments of calls of functions. */
  readonly args: string;
}

/**
 * The text that one event of a stream adds to the answer, from every choice of a chat chunk or from
 * an output-text delta; '' when it adds none.
 * @param json the parsed data of the event
 */
export function contentDelta(operation: Operation | 'other', json: unknown): string {
  return deltaOf(operation, json).text;
}

/**
 * Which token an event of a stream is: one of a call where it adds arguments, else one of text;
 * undefined where it adds neither. The same definition as `contentCheck` in engine/gateway/content.go.
 */
export function tokenOf(
  operation: Operation | 'other',
  json: unknown,
): 'text' | 'arguments' | undefined {
  const { text, args } = deltaOf(operation, json);
  if (args !== '') return 'arguments';
  return text === '' ? undefined : 'text';
}

function deltaOf(operation: Operation | 'other', json: unknown): Delta {
  if (operation === 'chat') {
    const { choices = [] } = ChatDeltasSchema.safeParse(json).data ?? {};
    const calls = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
    return {
      text: choices.map(({ delta }) => delta.content ?? '').join(''),
      args: calls.map((call) => call.function?.arguments ?? '').join(''),
    };
  }
  const { type, delta = '' } =
    operation === 'responses' ? (ResponsesDeltaSchema.safeParse(json).data ?? {}) : {};
  const isText = type === 'response.output_text.delta';
  return { text: isText ? delta : '', args: isText ? '' : delta };
}
