import type { Gateway } from '../gateway.ts';
import type { Answer, Result } from '../http/answer.ts';
import type { ClientDisconnect } from '../http/disconnect.ts';
import type { PostOperation } from '../routes.ts';
import type { RequestContext } from './request-context.ts';
import { emit } from './stream.ts';

/** Sends an answer in one body, unless the client has disconnected. */
export async function respond(
  { hooks }: Gateway,
  { response, answerContext }: Pick<RequestContext, 'response' | 'answerContext'>,
  answer: Answer,
): Promise<void> {
  const wireAnswer = hooks.encode(await hooks.answer(answer, answerContext), answerContext);
  if (!response.destroyed) hooks.send(response, wireAnswer);
}

interface StreamDelivery {
  readonly operation: PostOperation;
  readonly result: Result & { form: 'stream' };
  readonly startMs: number;
  readonly stop: ClientDisconnect;
  readonly beforeLast: () => void;
}

/** Sends a stream at the token clock. */
export function stream(
  { hooks, clock, timer }: Gateway,
  { response, receivedMs }: RequestContext,
  { operation, result, startMs, stop, beforeLast }: StreamDelivery,
): Promise<void> {
  return emit({
    response,
    headers: hooks.streamHeaders(operation),
    events: result.plan(),
    hooks,
    startMs,
    timer,
    emission: clock.start(result.id, receivedMs),
    stop,
    beforeLast,
  });
}
