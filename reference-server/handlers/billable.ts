import type { Gateway } from '../gateway.ts';
import type { Production, Result } from '../http/answer.ts';
import { Departed, Departure } from '../http/disconnect.ts';
import type { PostOperation } from '../routes.ts';
import type { Slot } from '../state/capacity.ts';
import type { Claim } from '../state/idempotency.ts';
import { receiveChat } from './chat.ts';
import { type Admitted, type Conversation, headerOf } from './conversation.ts';
import type { Asked, Receive } from './handler.ts';
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

interface Execution {
  readonly operation: PostOperation;
  readonly key: string | undefined;
  readonly asked: Asked;
  readonly claim: Claim;
  /** Set when the client has disconnected. */
  readonly stop: Departure;
}

/** Serves a billable POST: replays what its Idempotency-Key has, else carries it out once. */
export async function serveBillable(
  gateway: Gateway,
  conversation: Admitted,
  operation: PostOperation,
): Promise<void> {
  const { hooks } = gateway;
  const { tenant } = conversation;
  hooks.limit(operation);
  const key = hooks.readKey(headerOf(conversation.request, 'idempotency-key'), operation);
  const asked = await RECEIVERS[operation](gateway, conversation);
  const { fingerprint, stream: wantsStream } = asked;
  const claimed = await hooks.claim(
    { tenant, operation, key, fingerprint, stream: wantsStream },
    hooks,
  );
  if (claimed.kind === 'replay') {
    await replay(gateway, conversation, operation, claimed.result);
    return;
  }
  await execute(gateway, conversation, {
    operation,
    key,
    asked,
    claim: claimed.claim,
    stop: new Departure(),
  });
}

async function replay(
  gateway: Gateway,
  conversation: Conversation,
  operation: PostOperation,
  result: Result,
): Promise<void> {
  if (result.form === 'body') {
    await respond(gateway, conversation, { status: 200, headers: {}, body: result.body });
    return;
  }
  const { receivedMs: startMs, caller: stop } = conversation;
  await stream(gateway, conversation, { operation, result, startMs, stop, beforeLast() {} });
}

async function execute(
  gateway: Gateway,
  conversation: Conversation,
  execution: Execution,
): Promise<void> {
  const { key, claim, stop, asked } = execution;
  let slot: Slot | undefined;
  let held = false;
  conversation.caller.onLeave(() => {
    const choice = gateway.hooks.whenCallerLeaves(key !== undefined);
    held = choice === 'hold';
    if (choice === 'go-on') return;
    if (!held) slot?.abandon();
    stop.leave();
  });
  try {
    slot = await gateway.capacity.take(stop);
    await carryOut(gateway, conversation, execution, slot, asked.produce());
    slot.finish();
  } catch (error) {
    if (held) return;
    slot?.abandon();
    claim.release();
    throw error;
  }
}

async function carryOut(
  gateway: Gateway,
  conversation: Conversation,
  { operation, key, asked, claim, stop }: Execution,
  { startMs, endMs }: Slot,
  { durationMs, fails, result: produce }: Production,
): Promise<void> {
  const commit = (result: Result) => {
    if (fails === true) {
      claim.release();
      return;
    }
    gateway.hooks.charge(key);
    claim.settle(result);
  };
  if (!asked.stream) await gateway.alarm.until(Math.max(endMs, startMs + durationMs));
  if (stop.gone) throw new Departed();
  const result = produce();
  if (result.form === 'body') {
    commit(result);
    await respond(gateway, conversation, { status: 200, headers: {}, body: result.body });
    return;
  }
  const beforeLast = () => commit(result);
  await stream(gateway, conversation, { operation, result, startMs, stop, beforeLast });
  if (stop.gone) throw new Departed();
}
