import { type Completion, lastDueMs, paceOf } from './completion.ts';
import type { Gateway } from './gateway.ts';
import type { JsonObject } from './json.ts';
import { refuseFailing, SLOW } from './models.ts';
import type { PlannedEvent, Production } from './result.ts';
import { countWords, type TextPrompt } from './text.ts';

/** A request to a text model, found good. */
export interface CheckedText extends Omit<TextPrompt, 'stream'> {
  readonly model: string;
  readonly includeUsage: boolean;
}

interface TextForm {
  readonly stream: boolean;
  readonly idPrefix: string;
  present(completion: Completion): JsonObject;
  plan(completion: Completion): readonly PlannedEvent[];
}

/** Tokens that come before `ref-fail-mid` fails. */
const TOKENS_BEFORE_FAILURE = 3;

/** Generates the text of an answer and gives it the form that was asked for. */
export function produceText(
  gateway: Gateway,
  checked: CheckedText,
  { stream, idPrefix, present, plan }: TextForm,
): Production {
  const { hooks, settings } = gateway;
  const { behaviour, model, includeUsage, instructions, input } = checked;
  refuseFailing(behaviour, stream);
  const fails = behaviour === 'fail-mid';
  const tokens = hooks.generate({ ...checked, stream });
  const generated = {
    model,
    tokens: fails ? tokens.slice(0, TOKENS_BEFORE_FAILURE) : tokens,
    inputTokens: countWords(instructions) + countWords(input),
    pace: paceOf(behaviour, settings),
    includeUsage,
    fails,
  };
  return {
    durationMs: behaviour === 'slow' ? SLOW.bodyMs : lastDueMs(generated),
    fails,
    result() {
      const created = hooks.timestamp();
      const completion = { id: hooks.newId(idPrefix), created, ...generated };
      if (!stream) return { form: 'body', body: present(completion) };
      return { form: 'stream', id: completion.id, plan: () => plan(completion) };
    },
  };
}
