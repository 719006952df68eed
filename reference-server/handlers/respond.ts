import type { Gateway } from '../hooks.ts';
import { type Answer, type Result, writeText } from '../http/answer.ts';
import type { ClientDisconnect } from '../http/disconnect.ts';
import { isJsonObject } from '../http/json.ts';
import type { PostOperation } from '../routes.ts';
import { EARLY_MS } from '../state/precise-timer.ts';
import type { RequestContext } from './handler.ts';

/** Sends an answer in one body, unless the client has disconnected. */
export async function respond(
  { hooks }: Gateway,
  {
    response,
    prefix,
    answerContext,
  }: Pick<RequestContext, 'response' | 'prefix' | 'answerContext'>,
  answer: Answer,
): Promise<void> {
  const answered = await hooks.answer(below(prefix, answer), answerContext);
  const wireAnswer = hooks.encode(answered, answerContext);
  if (!response.destroyed) hooks.send(response, wireAnswer);
}

/** The same, where a path that it names is below the base address of the caller. */
function below(prefix: string, answer: Answer): Answer {
  const { body } = answer;
  if (prefix === '' || !isJsonObject(body)) return answer;
  const { content_url: url } = body;
  if (typeof url !== 'string' || !url.startsWith('/')) return answer;
  return { ...answer, body: { ...body, content_url: prefix + url } };
}

interface StreamDelivery {
  readonly operation: PostOperation;
  readonly result: Result & { form: 'stream' };
  readonly startMs: number;
  /** Stops the work at once. */
  readonly stop: ClientDisconnect;
  /** Called before the last event is written. */
  readonly beforeLast: () => void;
}

/**
 * Sends a stream at the token clock: each event at its time, those due together in one write. An answer
 * whose client has disconnected continues silently unless it is stopped. Resolves at the end or the
 * stop.
 */
export function stream(
  { hooks, clock, timer: timers }: Gateway,
  { response, receivedMs }: RequestContext,
  { operation, result, startMs, stop, beforeLast }: StreamDelivery,
): Promise<void> {
  const events = result.plan();
  const { emittedMs } = clock.start(result.id, receivedMs);
  const headers = hooks.streamHeaders(operation);
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  return new Promise((resolve) => {
    const step = (): void => {
      if (stop.happened) return;
      const dueMs = performance.now() - startMs + EARLY_MS;
      let text = '';
      let tokens = 0;
      let event = events[next];
      while (event !== undefined && event.dueMs <= dueMs) {
        text += hooks.frame(event, { first: next === 0, last: next === events.length - 1 });
        if (event.token === true) tokens += 1;
        next += 1;
        event = events[next];
      }
      const last = event === undefined;
      if (last) beforeLast();
      if (!response.destroyed && (text !== '' || last)) {
        const nowMs = performance.now();
        for (let count = 0; count < tokens; count += 1) emittedMs.push(nowMs);
        writeText(response, hooks, { headers, text, last });
      }
      if (event === undefined) resolve();
      else timer = timers.set(startMs + event.dueMs, step);
    };
    stop.onSignal(() => {
      clearTimeout(timer);
      resolve();
    });
    step();
  });
}
