import type { Gateway } from '../hooks.ts';
import { ok, type Production, type Result } from '../http/answer.ts';
import { ClientDisconnect, ClientDisconnected } from '../http/disconnect.ts';
import { relay } from '../relay/relay.ts';
import type { PostOperation } from '../routes.ts';
import type { Slot } from '../state/capacity.ts';
import { receiveChat } from './chat.ts';
import {
  type AuthenticatedContext,
  type Execution,
  headerOf,
  type Receive,
  type RequestContext,
} from './handler.ts';
import { receiveImages } from './images.ts';
import { respond, stream } from './respond.ts';
import { receiveResponses } from './responses.ts';
import { receiveTranscription } from './transcription.ts';
import { receiveVideo } from './videos.ts';

const RECEIVERS: Readonly<Record<PostOperation, Receive>> = {
  chat: receiveChat,
  responses: receiveResponses,
  images: receiveImages,
  transcription: receiveTranscription,
  'video-create': receiveVideo,
};

/** Serves a billable POST: replays what its Idempotency-Key has, else executes it once. */
export async function serveBillable(
  gateway: Gateway,
  requestContext: AuthenticatedContext,
  operation: PostOperation,
): Promise<void> {
  const { hooks } = gateway;
  const { tenant } = requestContext;
  hooks.limit(operation);
  const key = hooks.readKey(headerOf(requestContext.request, 'idempotency-key'), operation);
  const validRequest = await RECEIVERS[operation](gateway, requestContext);
  const { fingerprint, stream: wantsStream } = validRequest;
  const claimed = await hooks.claim(
    { tenant, operation, key, fingerprint, stream: wantsStream },
    hooks,
  );
  if (claimed.kind === 'replay') {
    if (validRequest.call !== undefined) hooks.onReplay(validRequest.call);
    await replay(gateway, requestContext, operation, claimed.result);
    return;
  }
  await execute(gateway, requestContext, {
    operation,
    key,
    validRequest,
    claim: claimed.claim,
    stop: new ClientDisconnect(),
  });
}

async function replay(
  gateway: Gateway,
  requestContext: RequestContext,
  operation: PostOperation,
  result: Result,
): Promise<void> {
  if (result.form === 'body') {
    await respond(gateway, requestContext, ok(result.body, result.type));
    return;
  }
  const { receivedMs: startMs, disconnect: stop } = requestContext;
  await stream(gateway, requestContext, { operation, result, startMs, stop, beforeLast() {} });
}

async function execute(
  gateway: Gateway,
  requestContext: AuthenticatedContext,
  execution: Execution,
): Promise<void> {
  const { key, claim, stop, validRequest } = execution;
  let slot: Slot | undefined;
  let held = false;
  requestContext.disconnect.onSignal(() => {
    const choice = gateway.hooks.onClientDisconnect(key !== undefined);
    held = choice === 'hold';
    if (choice === 'go-on') return;
    if (!held) slot?.abandon();
    stop.signal();
  });
  try {
    slot = await gateway.capacity.take(stop);
    const { call } = validRequest;
    if (call === undefined) {
      await produceAndSend(gateway, requestContext, execution, slot, validRequest.produce());
    } else {
      await relay(gateway, requestContext, execution, { call, slot });
    }
    slot.finish();
  } catch (error) {
    if (held) return;
    slot?.abandon();
    claim.release();
    throw error;
  }
}

async function produceAndSend(
  gateway: Gateway,
  requestContext: RequestContext,
  { operation, key, validRequest, claim, stop }: Execution,
  { startMs, endMs }: Slot,
  { durationMs, fails, result: produce }: Production,
): Promise<void> {
  const commit = (result: Result) => {
    if (fails === true) {
      claim.release();
      return;
    }
    // A crash between the two is not billed twice.
    claim.settle(result);
    gateway.hooks.charge(key);
  };
  if (!validRequest.stream) await gateway.timer.until(Math.max(endMs, startMs + durationMs));
  if (stop.happened) throw new ClientDisconnected();
  const result = produce();
  if (result.form === 'body') {
    commit(result);
    await respond(gateway, requestContext, ok(result.body, result.type));
    return;
  }
  const beforeLast = () => commit(result);
  await stream(gateway, requestContext, { operation, result, startMs, stop, beforeLast });
  if (stop.happened) throw new ClientDisconnected();
}
