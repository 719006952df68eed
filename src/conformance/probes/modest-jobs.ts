import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { ownNonce } from '../../exchange/upstream/nonces.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Relay } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, billableRequest, sentOnce } from '../requests/plain.ts';
import { need } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { keyed } from './keys.ts';
import { type MarkedSeries, relayed } from './relay/relayed.ts';
import { sendTrial } from './trials.ts';
import {
  CREATED,
  cancel,
  cancelAsAnother,
  contentFor,
  contentOf,
  createdId,
  fetchContent,
  jobRequest,
  READS_AFTER_CANCEL,
  READS_AFTER_END,
  read,
  readAgain,
  readToEnd,
  readUntilItRuns,
} from './video-polls.ts';

/** The video jobs that the probes of a modest run share: each job costs money. */

/** A job that runs until it is cancelled. */
export const RUNS_ON: NonNullable<UpstreamStep['states']> = [[0, 'in_progress', 10]];
/** An answer of the provider to a read. */
export const FAILS = { name: 'status 503', status: 503 };

/** The creation of the job that others follow to its end. */
export const ordinaryJob = shared((gateway) => gateway.send(jobRequest(gateway)));

/**
 * That job, read to its end and a little longer, and then cancelled. While it runs, another tenant reads and
 * cancels it, also on the connection of its owner; once it has ended, the other tenant and a caller without a key
 * request it too. Where Assay is the provider, it fails to answer one read.
 */
export const endedJob = shared(async (gateway) => {
  const { videoDeadlineMs, upstreamFreshMs } = gateway.expect;
  const created = await ordinaryJob(gateway);
  const id = createdId(created, gateway);
  need(id, CREATED);
  const stranger = { ...read(id), credential: 'second' } as const;
  const theirs = gateway.hasSecondKey
    ? [
        await gateway.send(stranger),
        ...(await cancelAsAnother(gateway, id)),
        await gateway.send(read(id)),
        ...(await gateway.inOrder([read(id), stranger])),
      ]
    : [];
  const unread = await whileReadsFail(gateway, created, () => gateway.send(sentOnce(read(id))));
  const reads = await readToEnd(gateway, id, videoDeadlineMs, accepted(read(id)));
  const more = await readAgain(gateway, read(id), READS_AFTER_END);
  const content = await fetchContent(gateway, reads.at(-1));
  if (gateway.hasSecondKey) {
    theirs.push(await gateway.send(stranger));
    theirs.push(...(await contentFor(gateway, reads.at(-1), 'second')));
  }
  const ofNobody = await contentFor(gateway, reads.at(-1), 'none');
  const relays = await bothEnds(gateway, created, async (nonce) => {
    const fetched = await contentOf(gateway, id, reads.at(-1));
    await gateway.sleep(upstreamFreshMs);
    const polled = [created, ...unread, ...reads, await gateway.send(read(id))];
    return [
      { label: 'a job that is polled', nonce, exchanges: polled },
      { label: 'the content of a video', nonce, exchanges: [created, ...reads, ...fetched] },
    ];
  });
  const late = [
    await gateway.send(cancel(id)),
    ...(await readAgain(gateway, read(id), READS_AFTER_END)),
  ];
  const [polled, fetched] = [relays.slice(0, 1), relays.slice(1)];
  return { created, theirs, reads, more, content, ofNobody, polled, fetched, late };
});

/** The control of `video-create`, which is cancelled at once, by discovery if that has created it, and once more. */
export const cancelledJob = shared(async (gateway) => {
  const created = await gateway.control(jobRequest(gateway));
  const id = createdId(created, gateway);
  need(id, CREATED);
  const cancelling = await gateway.control(cancel(id));
  const relays = await bothEnds(gateway, created, async (nonce) => {
    await untilCancelled(gateway, nonce);
    return [{ label: 'a job that runs', nonce, exchanges: [created, cancelling] }];
  });
  const reads = [
    ...(await readToEnd(gateway, id, gateway.expect.cancelDeadlineMs)),
    ...(await readAgain(gateway, read(id), READS_AFTER_CANCEL, 2)),
  ];
  const again = await sendTrial(gateway, cancel(id));
  const after = await gateway.send(read(id));
  return { created, cancelling, relays, reads, again, after };
});

export const CANCELS_AT_ONCE = 8;

/**
 * A slow job that two concurrent requests with one key create, and that many concurrent clients cancel while it
 * runs; then its request again. One of the DELETEs, and the reads of its client, carry a key of their own.
 */
export const jobCancelledByMany = shared(async (gateway) => {
  const nonce = gateway.nonce();
  if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [{ states: RUNS_ON }]);
  const model = modelFor(gateway.expect.slowModel, 'video-create');
  const request = accepted(billableRequest(gateway.expect, 'video-create', nonce, model));
  const key = freshKey();
  const raced = await gateway.together([keyed(request, key), keyed(request, key, 2)]);
  const created = raced.find((each) => createdId(each, gateway) !== undefined);
  const id = created && createdId(created, gateway);
  need(created && id, CREATED);
  const client = { idempotencyKey: freshKey() };
  const poll = { ...read(id), ...client };
  const before = [...(await readUntilItRuns(gateway, id)), await gateway.send(poll)];
  const others = Array.from({ length: CANCELS_AT_ONCE - 1 }, () => cancel(id));
  const cancels = await gateway.together([{ ...cancel(id), ...client }, ...others]);
  const reads = [
    ...(await readToEnd(gateway, id, gateway.expect.cancelDeadlineMs, poll)),
    ...(await readAgain(gateway, poll, READS_AFTER_CANCEL, 2)),
  ];
  const retry = await gateway.send(keyed(request, key, 3));
  return { created, before, cancels, reads, retry };
});

/** Both ends of what was sent about a job; nothing where Assay is not the provider. */
async function bothEnds(
  gateway: ProbeGateway,
  created: Exchange,
  send: (nonce: string) => Promise<readonly MarkedSeries[]>,
): Promise<readonly Relay[]> {
  const nonce = ownNonce(created);
  if (!gateway.upstream.isPresent || nonce === undefined) return [];
  return relayed(gateway, await send(nonce));
}

/** What is sent while the provider fails to answer a read of the job; nothing where that is not Assay. */
async function whileReadsFail(
  gateway: ProbeGateway,
  created: Exchange,
  send: () => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const nonce = ownNonce(created);
  if (!gateway.upstream.isPresent || nonce === undefined) return [];
  await gateway.upstream.script(nonce, [FAILS], 'video-read');
  const exchange = await send();
  await gateway.upstream.script(nonce, [], 'video-read');
  return [exchange];
}

const LOOK_EVERY_MS = 50;

/** A gateway may answer first, and cancel then. */
export async function untilCancelled(gateway: ProbeGateway, nonce: string): Promise<void> {
  const looks = Math.ceil(gateway.expect.cancelDeadlineMs / LOOK_EVERY_MS);
  for (let look = 0; look < looks; look += 1) {
    const { exchanges } = await gateway.upstream.seen(nonce, 0);
    if (exchanges.some(({ operation }) => operation === 'video-cancel')) return;
    await gateway.sleep(LOOK_EVERY_MS);
  }
}
