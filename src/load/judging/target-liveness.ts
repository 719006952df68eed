import {
  brokeOff,
  LIVENESS_DEADLINE_MS,
  type Liveness,
} from '../../conformance/sending/liveness.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isCensored } from '../../measure/result-class.ts';

/** A target that is gone or unresponsive: nothing came back from it, up to the end of the load. */
export interface TargetLoss {
  /** Time of the last byte, since the origin of the run; absent when no byte ever came. */
  readonly afterMs?: number;
  /** From the last byte, or from the first send, to the end. */
  readonly forMs: number;
  /** Requests that ended without an answer in that time. */
  readonly unanswered: number;
}

/** A shorter silence is ordinary, however fast the answers were before. */
const SHORTEST_MS = 3000;
/** A shorter silence may be that of a busy target with a single thread. */
const GONE_MS = 5000;
/** Least number of sends into the silence, where the target cannot be probed any more. */
const SENDS = 5;
/** Refused connections in a row, to the end, that mean the target is gone where it cannot be probed. */
const REFUSED_SENDS = 5;

/** Tracks whether the target is still there: its answers, its refusals and its silence. */
export class TargetLiveness {
  #lastByteMs = Number.NEGATIVE_INFINITY;
  #firstSendMs = Number.POSITIVE_INFINITY;
  #endMs = 0;
  #unanswered = 0;
  #unansweredEndMs = 0;
  /** Those among them that were sent into the silence. */
  #sentSince = 0;
  #sentSinceMs = 0;
  #longestMs = 0;
  /** The latest send that was answered, at least with a status line. */
  #answeredSendMs = Number.NEGATIVE_INFINITY;
  #brokeMs = Number.NEGATIVE_INFINITY;
  #refusedInARow = 0;
  readonly #inFlight: number;

  /** @param inFlight how many requests the load has in flight at most */
  constructor(inFlight: number) {
    this.#inFlight = inFlight;
  }

  /** Takes note of every exchange, in the order of their ends. */
  note(exchange: Exchange): void {
    const { sendMs, endMs, readBytesPerSecond } = exchange.timing;
    this.#noteBreak(exchange);
    this.#firstSendMs = Math.min(this.#firstSendMs, sendMs);
    this.#endMs = Math.max(this.#endMs, endMs);
    const byteMs = lastByteMs(exchange);
    if (byteMs > this.#lastByteMs) {
      this.#lastByteMs = byteMs;
      if (byteMs > this.#unansweredEndMs) this.#unanswered = 0;
      if (byteMs > this.#sentSinceMs) this.#sentSince = 0;
    }
    if ((brokeOff(exchange) || isCensored(exchange)) && endMs > this.#lastByteMs) {
      this.#unanswered += 1;
      this.#unansweredEndMs = endMs;
      if (sendMs > this.#lastByteMs) {
        this.#sentSince += 1;
        this.#sentSinceMs = Math.max(this.#sentSinceMs, sendMs);
      }
    }
    // A slow reader chooses how long it takes.
    const isTimed = exchange.outcome === 'answered' && readBytesPerSecond === undefined;
    if (isTimed) this.#longestMs = Math.max(this.#longestMs, endMs - sendMs);
  }

  /** Something broke off, and no later request was answered. */
  get #hasBrokenOff(): boolean {
    return this.#brokeMs >= this.#answeredSendMs && this.#brokeMs > Number.NEGATIVE_INFINITY;
  }

  /** The target was there, and now refuses connections. */
  get isGone(): boolean {
    return this.#refusedInARow >= REFUSED_SENDS;
  }

  /**
   * Whether the silence at the end is longer than any answer took, which excludes a gateway that is
   * slow, even under load. Requests that were sent into it show that, or as many as the load may have in
   * flight, because then nothing could be sent any more. For a gateway that never answered it is unknown.
   */
  get isUnresponsive(): boolean {
    const answered = Number.isFinite(this.#lastByteMs);
    const isShown = this.#sentSince >= SENDS || this.#unanswered >= Math.max(SENDS, this.#inFlight);
    return answered && isShown && this.#isSilentFor(this.#silenceMs, GONE_MS);
  }

  /**
   * Whether the target is still there at the end: what broke off or never came is the gateway's doing only then.
   * @param probe tries to reach it once more; absent where that is no longer possible
   * @param isWhole no frames are missing at the end
   */
  async check(
    probe: (() => Promise<Liveness>) | undefined,
    isWhole: boolean,
  ): Promise<{ readonly isThere: boolean; readonly targetLoss?: TargetLoss }> {
    const gone = { isThere: false, targetLoss: this.loss };
    if (probe === undefined) {
      if (this.isGone || this.isUnresponsive) return gone;
      return { isThere: (isWhole && this.#refusedInARow === 0) || !this.#hasBrokenOff };
    }
    // It does not answer the probe either.
    const isUnresponsive =
      this.#isSilentFor(this.#silenceMs + LIVENESS_DEADLINE_MS, GONE_MS) && this.#unanswered > 0;
    if (!this.#hasBrokenOff && !isUnresponsive) return { isThere: true };
    const sign = await probe();
    return sign === 'refused' || (sign === 'silent' && isUnresponsive) ? gone : { isThere: true };
  }

  /** Time without an answer while the load goes on; undefined when it is ordinary. */
  silentMsAt(atMs: number): number | undefined {
    const ms = atMs - this.#lastByteMs;
    return Number.isFinite(ms) && this.#isSilentFor(ms, SHORTEST_MS) ? ms : undefined;
  }

  /** What is known of the loss, if the target is lost. */
  get loss(): TargetLoss {
    return {
      ...(Number.isFinite(this.#lastByteMs) && { afterMs: this.#lastByteMs }),
      forMs: this.#silenceMs,
      unanswered: this.#unanswered,
    };
  }

  #noteBreak(exchange: Exchange): void {
    const { answer, outcome, timing } = exchange;
    if (brokeOff(exchange)) this.#brokeMs = Math.max(this.#brokeMs, timing.endMs);
    if (answer !== undefined) {
      this.#answeredSendMs = Math.max(this.#answeredSendMs, timing.sendMs);
      this.#refusedInARow = 0;
    } else if (outcome === 'refused') this.#refusedInARow += 1;
  }

  get #silenceMs(): number {
    const sinceMs = Number.isFinite(this.#lastByteMs) ? this.#lastByteMs : this.#firstSendMs;
    return Math.max(0, this.#endMs - sinceMs);
  }

  #isSilentFor(ms: number, leastMs: number): boolean {
    return ms >= leastMs && ms > this.#longestMs;
  }
}

/** When the last byte of an answer came. */
function lastByteMs({ answer, outcome, timing }: Exchange): number {
  const { sendMs, endMs, firstByteMs, tokensMs, readBytesPerSecond } = timing;
  if (answer === undefined) return Number.NEGATIVE_INFINITY;
  // A slow reader reads long after the bytes have come.
  if (readBytesPerSecond !== undefined) return firstByteMs ?? sendMs;
  if (outcome === 'answered') return endMs;
  const lastRead = answer.reads.at(-1);
  return Math.max(
    firstByteMs ?? sendMs,
    tokensMs?.at(-1) ?? sendMs,
    lastRead === undefined ? sendMs : sendMs + lastRead.atMs,
  );
}
