import { brokeOff } from '../../conformance/sending/reachability.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isCensored } from '../../measure/result-class.ts';

/** A target that stopped answering: nothing came back any more, up to the end of the load. */
export interface TargetLoss {
  /** Since the origin of the run, when the last byte came; absent when none ever did. */
  readonly afterMs?: number;
  /** From then, or from the first send, to the end. */
  readonly forMs: number;
  /** Exchanges that ended without an answer meanwhile. */
  readonly unanswered: number;
}

/** A shorter silence says nothing, however fast the answers were before. */
const SHORTEST_MS = 3000;
/** Nor does a shorter one mean that the target is gone: one of a single thread may be busy. */
const GONE_MS = 5000;
/** Sent into the silence, at least, where nobody can look for the target any more. */
const SENDS = 5;
/** Refused connections in a row, to the end, that mean the target is gone where it cannot be probed. */
const REFUSED_SENDS = 5;

/** Follows when anything came back from the target at last: a status line, or a piece of a body. */
export class TargetLiveness {
  #lastByteMs = Number.NEGATIVE_INFINITY;
  #firstSendMs = Number.POSITIVE_INFINITY;
  #endMs = 0;
  #unanswered = 0;
  #unansweredEndMs = 0;
  /** Of those, what was sent into the silence. */
  #sentSince = 0;
  #sentSinceMs = 0;
  #longestMs = 0;
  /** The latest send that was answered, at least with a status line. */
  #answeredSendMs = Number.NEGATIVE_INFINITY;
  #brokeMs = Number.NEGATIVE_INFINITY;
  #refusedInARow = 0;

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
    // How long a slow reader takes is its own choice.
    const tells = exchange.outcome === 'answered' && readBytesPerSecond === undefined;
    if (tells) this.#longestMs = Math.max(this.#longestMs, endMs - sendMs);
  }

  /** Something broke off, and no later request was answered. */
  get hasBrokenOff(): boolean {
    return this.#brokeMs >= this.#answeredSendMs && this.#brokeMs > Number.NEGATIVE_INFINITY;
  }

  /** The last request was refused a connection. */
  get isRefusing(): boolean {
    return this.#refusedInARow > 0;
  }

  /** The target was there, and now refuses connections. */
  get isGone(): boolean {
    return this.#refusedInARow >= REFUSED_SENDS;
  }

  /**
   * Whether the silence at the end is longer than any answer took: of a gateway that is slow, and
   * slower still under load, that does not hold. Of one that never answered it cannot be told.
   */
  get isUnresponsive(): boolean {
    const answered = Number.isFinite(this.#lastByteMs);
    return answered && this.#sentSince >= SENDS && this.#isSilentFor(this.#silenceMs, GONE_MS);
  }

  /** The same of a target that somebody looked for once more, in vain, for so long. */
  isUnresponsiveAfter(probedMs: number): boolean {
    return this.#isSilentFor(this.#silenceMs + probedMs, GONE_MS) && this.#unanswered > 0;
  }

  /** For how long no answer has ended, while the load goes on; undefined when that says nothing. */
  silentMsAt(atMs: number): number | undefined {
    const ms = atMs - this.#lastByteMs;
    return Number.isFinite(ms) && this.#isSilentFor(ms, SHORTEST_MS) ? ms : undefined;
  }

  /** What to say of a target that stopped. */
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
  // What is read slowly came before it is read.
  if (readBytesPerSecond !== undefined) return firstByteMs ?? sendMs;
  if (outcome === 'answered') return endMs;
  const lastRead = answer.reads.at(-1);
  return Math.max(
    firstByteMs ?? sendMs,
    tokensMs?.at(-1) ?? sendMs,
    lastRead === undefined ? sendMs : sendMs + lastRead.atMs,
  );
}
