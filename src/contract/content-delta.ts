import { z } from 'zod';
import { ChatDeltaSchema } from './chat.ts';
import type { Operation } from './operations.ts';

const ChatContentSchema = z.looseObject({
  choices: z.array(z.looseObject({ delta: ChatDeltaSchema })),
});

const ResponsesContentSchema = z.looseObject({
  type: z.literal('response.output_text.delta'),
  delta: z.string(),
});

/**
 * The text that one event of a stream adds to the answer, from every choice of a chat chunk or from
 * an output-text delta; '' when it adds none.
 * @param json the parsed data of the event
 */
export function contentDelta(operation: Operation | 'other', json: unknown): string {
  switch (operation) {
    case 'chat':
      return (ChatContentSchema.safeParse(json).data?.choices ?? [])
        .map(({ delta }) => delta.content ?? '')
        .join('');
    case 'responses':
      return ResponsesContentSchema.safeParse(json).data?.delta ?? '';
    default:
      return '';
  }
}
