import { modelFor } from '../../contract/models-by-operation.ts';
import type { Billable, Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Outgoing } from '../../exchange/outgoing.ts';
import { requestHeaders } from '../../exchange/outgoing.ts';
import type { Effort } from '../effort.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway, ProbeRequest, ProbeUpstream } from '../gateway.ts';
import { BillableCalls } from '../sending/billable-calls.ts';
import { keyCarriage } from '../sending/key-carriage.ts';
import { SharedControls } from '../sending/shared-controls.ts';
import { outgoingOf } from '../sending/to-outgoing.ts';

/** No request is ever sent there. */
const NOWHERE = 'http://dry-run.invalid';
const KEYS = { first: 'dry-run-key-of-one-tenant', second: 'dry-run-key-of-another' };
/** How long an answer takes on the clock of a dry run, which moves only with a request. */
const ANSWER_MS = 5;

/** What a chat or a response calls, whether or not it offers tools. */
const CALLED = { name: 'get_weather', arguments: '{}' };
const CALL = { id: 'call_1', function: CALLED };
const CALL_ITEM = { type: 'function_call', call_id: 'call_1', ...CALLED };

/** No request reaches it. */
const NO_UPSTREAM: ProbeUpstream = {
  isPresent: false,
  address: '',
  conceal() {},
  script: async () => {},
  // What was sent has arrived there.
  seen: async () => ({ exchanges: [], open: 1 }),
};

/** A probe that creates this many concurrent jobs expects some to complete before their cancel. */
const MANY_JOBS = 20;

export interface DryRunOptions {
  /** Whether the target is known not to offer an operation; it offers all when absent. */
  readonly isAbsent?: (operation: Operation | 'other') => boolean;
  /** `thorough` when absent. */
  readonly effort?: Effort;
  /** Whether Assay is the provider behind the gateway; false when absent. */
  readonly hasUpstream?: boolean;
  /** Those of the other probes of a modest run. */
  readonly controls?: SharedControls;
  /** Those of the other probes too: a key may be shared. */
  readonly calls?: BillableCalls;
}

/**
 * A gateway that sends nothing. It answers at once as a good gateway would, as far as probes read
 * the answers before they go on: it shows what a probe would send.
 */
export class DryRunGateway implements ProbeGateway {
  readonly expect: Expectations;
  readonly effort: Effort;
  readonly hasSecondKey = true;
  readonly ledger = undefined;
  readonly upstream: ProbeUpstream;
  readonly exchanges: Exchange[] = [];
  /** The calls that a gateway which keeps the interface charges for. */
  readonly billable: Billable[] = [];
  readonly #calls: BillableCalls;
  readonly #options: DryRunOptions;
  readonly #controls: SharedControls;
  readonly #probe: string;
  /** The stage that the next read of each job returns. */
  readonly #jobs = new Map<string, 'waiting' | 'running' | 'completed' | 'cancelled' | 'failed'>();
  #nonces = 0;
  #nowMs = 0;

  constructor(probe: string, expect: Expectations, options: DryRunOptions = {}) {
    this.#probe = probe;
    this.expect = expect;
    this.effort = options.effort ?? 'thorough';
    this.#options = options;
    this.#controls = options.controls ?? new SharedControls();
    this.#calls = options.calls ?? new BillableCalls();
    this.upstream = { ...NO_UPSTREAM, isPresent: options.hasUpstream === true };
  }

  get run(): object {
    return this.#controls;
  }

  offers(operation: Operation | 'other'): boolean {
    return this.#options.isAbsent?.(operation) !== true;
  }

  nonce(): string {
    this.#nonces += 1;
    return `n${this.#nonces.toString(16).padStart(8, '0')}`;
  }

  async send(request: ProbeRequest): Promise<Exchange> {
    const outgoing = outgoingOf(request, {
      address: NOWHERE,
      keys: KEYS,
      key: keyCarriage(this.expect),
      sender: this.#probe,
      deadlineMs: this.expect.answerDeadlineMs,
    });
    const exchange = this.#exchange(outgoing, this.#answer(request));
    this.exchanges.push(exchange);
    const charged = this.#calls.next(request);
    if (charged !== undefined) this.billable.push(charged);
    return exchange;
  }

  control(request: ProbeRequest): Promise<Exchange> {
    if (this.effort === 'thorough') return this.send(request);
    return this.#controls.of(request, () => this.send(request));
  }

  together(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]> {
    return Promise.all(requests.map((request) => this.send(request)));
  }

  inOrder(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]> {
    return this.together(requests);
  }

  async sleep(ms: number): Promise<void> {
    this.#nowMs += ms;
  }

  #exchange(outgoing: Outgoing, content: unknown): Exchange {
    const sendMs = this.#nowMs;
    this.#nowMs += ANSWER_MS;
    const { operation, sender, group, attempt, method, origin, path, credential } = outgoing;
    const body = Buffer.from(JSON.stringify(content));
    const isLeft =
      outgoing.disconnectAfterMs !== undefined || outgoing.disconnectAfterEvents !== undefined;
    return {
      id: this.exchanges.length + 1,
      operation,
      sender,
      ...(group && { group }),
      attempt,
      request: {
        method,
        url: `${origin}${path}`,
        headers: requestHeaders(outgoing),
        credential,
        // Only where it is read: it includes the digests of large files.
        get body() {
          return outgoing.payload.record();
        },
      },
      timing: { intendedMs: sendMs, sendMs, firstByteMs: sendMs + 1, endMs: this.#nowMs },
      outcome: isLeft ? 'aborted' : 'answered',
      answer: {
        status: 200,
        headers: [['content-type', 'application/json']],
        body,
        sizeBytes: body.length,
        reads: [{ endOffset: body.length, atMs: ANSWER_MS }],
      },
    };
  }

  /** The part of an answer that probes read. */
  #answer(request: ProbeRequest): unknown {
    const { operation, id = '', path, body } = request;
    switch (operation) {
      case 'video-create':
        return this.#make(body);
      case 'video-read':
        return isOfOwner(request) ? this.#read(id) : {};
      case 'video-cancel':
        return isOfOwner(request) ? this.#cancel(id) : {};
      case 'other':
        return path === this.expect.inFlightPath ? { inFlight: 0 } : {};
      case 'chat':
        return { choices: [{ message: { tool_calls: [CALL] } }] };
      case 'responses':
        return { id: `dry-run-${this.exchanges.length + 1}`, output: [CALL_ITEM] };
      default:
        return { id: `dry-run-${this.exchanges.length + 1}` };
    }
  }

  /** Where many jobs are cancelled around their end, the first one cancelled has completed. */
  #cancel(id: string): unknown {
    const open = [...this.#jobs.values()].filter((stage) => stage === 'waiting');
    const end = open.length >= MANY_JOBS ? 'completed' : 'cancelled';
    this.#jobs.set(id, end);
    return this.#job(id, end);
  }

  #make(body: ProbeRequest['body']): unknown {
    const id = `dry-run-${this.exchanges.length + 1}`;
    this.#jobs.set(id, 'waiting');
    const { failingVideoModel, failingModel } = this.expect;
    const failing = failingVideoModel ?? modelFor(failingModel, 'video-create');
    const fails = failing !== null && JSON.stringify(body ?? {}).includes(`"${failing}"`);
    if (fails) this.#jobs.set(id, 'failed');
    return this.#job(id, 'waiting');
  }

  #read(id: string): unknown {
    const stage = this.#jobs.get(id) ?? 'waiting';
    const next = { waiting: 'running', running: 'completed' } as const;
    if (stage === 'waiting' || stage === 'running') this.#jobs.set(id, next[stage]);
    return this.#job(id, stage);
  }

  #job(id: string, stage: keyof Expectations['videoStates']): unknown {
    const content = stage === 'completed' ? { content_url: `/videos/${id}/content` } : {};
    return { id, status: this.expect.videoStates[stage][0], ...content };
  }
}

/** Whether the request has the key that made its video job. */
function isOfOwner({ credential = 'first', carryKey, authorization }: ProbeRequest): boolean {
  return credential === 'first' && carryKey === undefined && authorization === undefined;
}
