import { createHash } from 'node:crypto';
import { jobIn, type VideoStates } from '../../answers/video-jobs.ts';
import { type Exchange, type Group, idempotencyKeyOf } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import { type End, type GroupEnd, type Hello, TAP_VERSION } from '../tap/tap-frame.ts';

/** A group whose last member came long ago has ended. */
const IDLE_MS = 30_000;

interface OpenGroup {
  readonly group: Group;
  /** Digest of the requests; those of a job differ. */
  readonly digest?: string;
  members: number;
  lastMs: number;
}

/** Finds the requests that belong together: those of an idempotency key, and those of a video job. */
export class WatchedGroups {
  readonly #states: VideoStates;
  /** In the order of their last members. */
  readonly #open = new Map<string, OpenGroup>();

  constructor(states: VideoStates) {
    this.#states = states;
  }

  /**
   * The exchange as a member of its group, if it has one.
   * @param jobId the video job that the path of the request names
   */
  join(exchange: Exchange, jobId: string | undefined): Exchange {
    const open = this.#groupOf(exchange, jobId);
    if (open === undefined) return exchange;
    open.members += 1;
    open.lastMs = exchange.timing.endMs;
    const name = nameOf(open.group);
    this.#open.delete(name);
    this.#open.set(name, open);
    return { ...exchange, group: open.group, attempt: open.members };
  }

  /** The groups that have ended. */
  ended(nowMs: number): readonly GroupEnd[] {
    const isOver = ({ lastMs }: OpenGroup) => nowMs - lastMs >= IDLE_MS;
    return this.#close([...this.#open.values()].filter(isOver));
  }

  /** The rest, at the end of the run. */
  finish(): readonly GroupEnd[] {
    return this.#close([...this.#open.values()]);
  }

  #groupOf(exchange: Exchange, jobId: string | undefined): OpenGroup | undefined {
    const key = idempotencyKeyOf(exchange);
    if (key !== undefined) {
      const group = { kind: 'key', id: key } as const;
      const digest = digestOf(exchange);
      const open = this.#open.get(nameOf(group)) ?? this.#start(group, exchange, digest);
      // The same key with another request, or of another tenant, is another matter.
      return open?.digest === digest ? open : undefined;
    }
    const created = exchange.operation === 'video-create' && jobIn(exchange, this.#states)?.id;
    if (created) return this.#start({ kind: 'job', id: created }, exchange);
    return jobId === undefined ? undefined : this.#open.get(nameOf({ kind: 'job', id: jobId }));
  }

  #start(group: Group, { timing }: Exchange, digest?: string): OpenGroup | undefined {
    const name = nameOf(group);
    if (this.#open.has(name) || this.#open.size >= LIMITS.openGroups.value) return undefined;
    const open = { group, members: 0, lastMs: timing.endMs, ...(digest && { digest }) };
    this.#open.set(name, open);
    return open;
  }

  #close(groups: readonly OpenGroup[]): readonly GroupEnd[] {
    return groups.map(({ group, members }) => {
      this.#open.delete(nameOf(group));
      return { ...group, members };
    });
  }
}

function nameOf({ kind, id }: Group): string {
  return `${kind} ${id}`;
}

function digestOf({ operation, request }: Exchange): string {
  const { credential, url, body } = request;
  return createHash('sha256')
    .update(JSON.stringify([operation, credential, url, body]))
    .digest('hex');
}

/** The beginning of traffic that no engine sent. */
export function helloOfTraffic(originUnixMs: number): Hello {
  return {
    version: TAP_VERSION,
    engine: '',
    k6: '',
    runId: '',
    originUnixMs,
    pid: process.pid,
    segment: { index: 0, of: 1 },
  };
}

/** Its end: every request that came was started, and none was lost. */
export function endOfTraffic(endMs: number, exchanges: number): End {
  return {
    exchanges,
    groups: 0,
    scheduled: exchanges,
    started: exchanges,
    notStarted: 0,
    interrupted: 0,
    droppedBodies: 0,
    droppedTimings: 0,
    endMs,
  };
}
