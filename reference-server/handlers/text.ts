import type { CheckedText, Gateway } from '../hooks.ts';
import type { PlannedEvent, Production } from '../http/answer.ts';
import { receiveJson } from '../http/body.ts';
import type { JsonObject } from '../http/json.ts';
import { type Choice, type Completion, lastDueMs, paceOf } from '../models/completion.ts';
import { refuseFailing, SLOW } from '../models/models.ts';
import { countWords, isRefused, REFUSAL, stopped } from '../models/text.ts';
import { piecesOf, placed, sample, type ToolUse } from '../models/tools.ts';
import { callOf } from '../relay/calls.ts';
import type { Tenant } from '../state/tenants.ts';
import type { Receive } from './handler.ts';

/** What differs between the text operations. */
interface TextSteps {
  readonly idPrefix: string;
  check(body: JsonObject): CheckedText;
  present(completion: Completion): JsonObject;
  plan(completion: Completion): readonly PlannedEvent[];
  /** Stores what was produced. */
  keep?(checked: CheckedText, completion: Completion): void;
}

/** Tokens that come before `ref-fail-mid` fails. */
const TOKENS_BEFORE_FAILURE = 3;

/** What an image counts in the usage. */
const IMAGE_TOKENS = 85;

/** Receives the requests of a text operation. */
export function receiveText(
  operation: 'chat' | 'responses',
  stepsOf: (gateway: Gateway, tenant: Tenant) => TextSteps,
): Receive {
  return async (gateway, { request, tenant }) => {
    const { hooks } = gateway;
    const steps = stepsOf(gateway, tenant);
    const { body, bytes } = await receiveJson(hooks, request);
    const checked = steps.check(body);
    const stream = hooks.wantsStream(body, operation);
    return {
      fingerprint: hooks.fingerprintBody(body),
      stream,
      call: callOf(gateway, request, { operation, stream, body, bytes, ...checked }),
      produce: () => produceText(gateway, checked, stream, steps),
    };
  };
}

/** Generates the text of an answer and gives it the requested form. */
function produceText(
  gateway: Gateway,
  checked: CheckedText,
  stream: boolean,
  { idPrefix, present, plan, keep }: TextSteps,
): Production {
  const { hooks, settings } = gateway;
  const { behaviour, model, includeUsage, instructions, input, seen, requested = {} } = checked;
  const { count = 1, alternatives } = checked;
  refuseFailing(behaviour, stream);
  const fails = behaviour === 'fail-mid';
  const generated = {
    model,
    inputTokens: countWords(instructions) + countWords(input) + IMAGE_TOKENS * seen.length,
    pace: paceOf(behaviour, settings),
    includeUsage,
    fails,
    alternatives,
    requested,
  };
  const written = Array.from({ length: count }, (_, at) => {
    // Equal prompts have equal answers.
    const prompt = at === 0 ? checked : { ...checked, input: `${input}\n${at}` };
    return write(gateway, prompt, stream);
  });
  const [first = EMPTY] = written;
  return {
    durationMs: behaviour === 'slow' ? slowBodyMs(first.tokens) : lastDueMs(generated, ...written),
    fails,
    result() {
      const created = hooks.timestamp();
      const id = hooks.newId(idPrefix);
      const [choice = { ...EMPTY, calls: [] }, ...others] = written.map(({ uses, ...rest }) => ({
        ...rest,
        calls: placed(uses).map((call) => ({ id: hooks.newId('call_'), ...call })),
      }));
      const completion = { id, created, ...choice, others, ...generated };
      if (!fails) keep?.(checked, completion);
      if (!stream) return { form: 'body', body: present(completion) };
      return { form: 'stream', id: completion.id, plan: () => plan(completion) };
    },
  };
}

/** One choice, whose calls have no ids yet. */
interface Written extends Omit<Choice, 'calls'> {
  readonly uses: readonly ToolUse[];
}

const EMPTY: Written = { tokens: [], uses: [], cutShort: false, refuses: false };

function write(gateway: Gateway, checked: CheckedText, stream: boolean): Written {
  const { behaviour, mostTokens } = checked;
  const fails = behaviour === 'fail-mid';
  const refuses = behaviour === 'normal' && isRefused(checked.tools.prompt);
  const generated = refuses ? REFUSAL : gateway.hooks.generate({ ...checked, stream });
  const text = refuses ? generated : textOf(checked, generated);
  const uses = refuses ? [] : usesOf(gateway, checked, text);
  const tokens = uses.length === 0 ? text : uses.flatMap((use) => piecesOf(use.arguments));
  return {
    tokens: tokens.slice(0, fails ? Math.min(TOKENS_BEFORE_FAILURE, mostTokens) : mostTokens),
    uses,
    cutShort: !fails && tokens.length > mostTokens,
    refuses,
  };
}

/** What a model writes: up to a stop word, or as JSON, where a chat asks for that. */
function textOf(
  { schema, stop = [], behaviour }: CheckedText,
  text: readonly string[],
): readonly string[] {
  if (schema === undefined || behaviour !== 'normal') {
    return stop.length === 0 ? text : stopped(text, stop);
  }
  return piecesOf(JSON.stringify(sample(schema, text.join(''))));
}

/** The calls of a model that answers as prompts ask. */
function usesOf(
  { hooks }: Gateway,
  { behaviour, tools }: CheckedText,
  text: readonly string[],
): readonly ToolUse[] {
  if (behaviour !== 'normal') return [];
  return hooks.callTools(tools, text.join(''));
}

/** The share of the time of a whole answer that its tokens are. */
function slowBodyMs({ length }: readonly string[]): number {
  return (SLOW.bodyMs * length) / SLOW.tokens;
}
