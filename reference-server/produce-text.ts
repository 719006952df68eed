import { type Completion, lastDueMs, paceOf } from './completion.ts';
import type { Gateway } from './gateway.ts';
import type { JsonObject } from './json.ts';
import { type Behaviour, SLOW } from './models.ts';
import { Refusal } from './refusal.ts';
import type { PlannedEvent, Production } from './result.ts';
import { countWords, type TextPrompt } from './text.ts';

/** A request to a text model, found good. */
export interface CheckedText extends Omit<TextPrompt, 'stream'> {
  readonly model: string;
  readonly behaviour: Behaviour;
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
  { hooks, settings }: Gateway,
  checked: CheckedText,
  form: TextForm,
): Production {
  const { behaviour, model, includeUsage, instructions, input } = checked;
  const { stream } = form;
  const fails = behaviour === 'fail-mid';
  if (behaviour === 'fail' || (fails && !stream)) throw Refusal.failed();
  const tokens = hooks.generate({ ...checked, stream });
  const completion: Completion = {
    id: hooks.newId(form.idPrefix),
    created: hooks.timestamp(),
    model,
    tokens: fails ? tokens.slice(0, TOKENS_BEFORE_FAILURE) : tokens,
    inputTokens: countWords(instructions) + countWords(input),
    pace: paceOf(behaviour, settings),
    includeUsage,
    fails,
  };
  if (stream) {
    const plan = () => form.plan(completion);
    return { result: { form: 'stream', id: completion.id, plan }, durationMs: 0, fails };
  }
  const durationMs = behaviour === 'slow' ? SLOW.bodyMs : lastDueMs(completion);
  return { result: { form: 'body', body: form.present(completion) }, durationMs };
}
