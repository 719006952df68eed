import type { Slot } from './capacity.ts';
import { type Conversation, headerOf } from './conversation.ts';
import { respond, stream } from './deliver.ts';
import { Departed, Departure } from './departure.ts';
import type { Gateway } from './gateway.ts';
import type { Claim } from './idempotency.ts';
import type { Production, Result } from './result.ts';
import type { PostOperation } from './routes.ts';
import type { Tenant } from './tenants.ts';
import { until } from './wait.ts';

/** A request of a billable operation, read and found good. */
export interface Asked {
  /** Equal for two requests that mean the same. */
  readonly fingerprint: string;
  readonly stream: boolean;
  /** Carries the request out; throws a refusal when the model fails. */
  produce(): Production;
}

/** Reads and checks the body of a request; throws a refusal. */
export type Receive = (gateway: Gateway, conversation: Conversation) => Promise<Asked>;

interface Execution {
  readonly operation: PostOperation;
  readonly key: string | undefined;
  readonly asked: Asked;
  readonly claim: Claim;
  /** Nobody wants the result. */
  readonly stop: Departure;
}

/** Serves a billable POST: replays what its Idempotency-Key has, else carries it out once. */
export async function serveBillable(
  gateway: Gateway,
  conversation: Conversation,
  { operation, tenant, receive }: { operation: PostOperation; tenant: Tenant; receive: Receive },
): Promise<void> {
  const { hooks } = gateway;
  const key = hooks.readKey(headerOf(conversation.request, 'idempotency-key'), operation);
  const asked = await receive(gateway, conversation);
  const { fingerprint, stream: wantsStream } = asked;
  const claimed = await hooks.claim({ tenant, operation, key, fingerprint, stream: wantsStream });
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
  { operation, key, claim, stop }: Execution,
  { startMs, endMs }: Slot,
  { result, durationMs, fails }: Production,
): Promise<void> {
  const commit = () => {
    if (fails === true) {
      claim.release();
      return;
    }
    gateway.hooks.charge(key);
    claim.settle(result);
  };
  if (result.form === 'stream') {
    const delivery = { operation, result, startMs, stop, beforeLast: commit };
    await stream(gateway, conversation, delivery);
    if (stop.gone) throw new Departed();
    return;
  }
  await until(Math.max(endMs, startMs + durationMs));
  if (stop.gone) throw new Departed();
  commit();
  await respond(gateway, conversation, { status: 200, headers: {}, body: result.body });
}
