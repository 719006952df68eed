import type { AuthenticatedContext, Execution } from '../handlers/handler.ts';
import { respond } from '../handlers/respond.ts';
import type { Gateway } from '../hooks.ts';
import { ok, type Result } from '../http/answer.ts';
import { ClientDisconnected } from '../http/disconnect.ts';
import { isJsonObject } from '../http/json.ts';
import type { Slot } from '../state/capacity.ts';
import { atProvider } from './attempt.ts';
import type { ProviderCall } from './provider/provider.ts';
import type { CallerPhase } from './relay-steps.ts';
import { relayStream } from './relay-stream.ts';
import { ownJob } from './relay-video.ts';

/** Executes a request at the provider and sends its answer. */
export async function relay(
  gateway: Gateway,
  requestContext: AuthenticatedContext,
  { operation, key, claim, stop }: Execution,
  { call, slot }: { readonly call: ProviderCall; readonly slot: Slot },
): Promise<void> {
  const { hooks } = gateway;
  const keeps = key !== undefined;
  let phase: CallerPhase = call.stream ? 'waits for a token' : 'waits for a body';
  const commit = (result: Result, sizeBytes: number) => {
    hooks.charge(key);
    claim.settle(result, keeps ? sizeBytes : 0);
  };
  await atProvider(gateway, async (attempt) => {
    stop.onSignal(() => {
      if (hooks.onCallerGone(phase) === 'stop') attempt.abandon();
    });
    const answer = await attempt.begin(call);
    if (call.stream) {
      const { response } = requestContext;
      const onToken = () => {
        phase = 'reads a stream';
      };
      const ends = { commit, release: () => claim.release(), onToken };
      await relayStream(gateway, { call, response, attempt, keeps, ...ends }, answer);
      return;
    }
    const {
      body: given,
      sizeBytes,
      type,
    } = call.isText ? await attempt.receiveText(answer) : await attempt.receive(operation, answer);
    const job = operation === 'video-create' && isJsonObject(given) ? ownJob(given) : undefined;
    const body = job ?? given;
    await gateway.timer.until(slot.endMs);
    if (stop.happened) throw new ClientDisconnected();
    if (typeof job?.id === 'string') {
      gateway.relayedJobs.add({ id: job.id, tenant: requestContext.tenant });
    }
    commit({ form: 'body', body, type }, sizeBytes);
    await gateway.delayLine.wait();
    const good = ok(body, type);
    const headers = { ...good.headers, ...hooks.answerHeaders(answer) };
    await respond(gateway, requestContext, { ...good, headers });
  });
}
