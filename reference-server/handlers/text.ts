import type { CheckedText } from '../checked-requests.ts';
import type { Gateway } from '../gateway.ts';
import type { PlannedEvent, Production } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { type Completion, lastDueMs, paceOf } from '../models/completion.ts';
import { refuseFailing, SLOW } from '../models/models.ts';
import { countWords } from '../models/text.ts';

interface TextForm {
  readonly stream: boolean;
  readonly idPrefix: string;
  present(completion: Completion): JsonObject;
  plan(completion: Completion): readonly PlannedEvent[];
}

/** Tokens that come before `ref-fail-mid` fails. */
const TOKENS_BEFORE_FAILURE = 3;

/** Generates the text of an answer and gives it the requested form. */
export function produceText(
  gateway: Gateway,
  checked: CheckedText,
  { stream, idPrefix, present, plan }: TextForm,
): Production {
  const { hooks, settings } = gateway;
  const { behaviour, model, includeUsage, mostTokens, instructions, input } = checked;
  refuseFailing(behaviour, stream);
  const fails = behaviour === 'fail-mid';
  const tokens = hooks.generate({ ...checked, stream });
  const generated = {
    model,
    tokens: tokens.slice(0, fails ? Math.min(TOKENS_BEFORE_FAILURE, mostTokens) : mostTokens),
    inputTokens: countWords(instructions) + countWords(input),
    pace: paceOf(behaviour, settings),
    includeUsage,
    fails,
    cutShort: !fails && tokens.length > mostTokens,
  };
  return {
    durationMs: behaviour === 'slow' ? slowBodyMs(generated.tokens) : lastDueMs(generated),
    fails,
    result() {
      const created = hooks.timestamp();
      const completion = { id: hooks.newId(idPrefix), created, ...generated };
      if (!stream) return { form: 'body', body: present(completion) };
      return { form: 'stream', id: completion.id, plan: () => plan(completion) };
    },
  };
}

/** As much of the time of a whole answer as there is of its tokens. */
function slowBodyMs({ length }: readonly string[]): number {
  return (SLOW.bodyMs * length) / SLOW.tokens;
}
