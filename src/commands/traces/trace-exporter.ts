import { setTimeout as wait } from 'node:timers/promises';
import { member, parseJson } from '../../answers/json.ts';
import { NO_ACCESS } from '../../exchange/access.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { requestShort } from '../../exchange/http/short-request.ts';
import { traceContextOf } from '../../exchange/trace-context.ts';
import type { ExchangeSink } from '../../load/judging/load-collector.ts';
import { formatNumberOf, formatShare } from '../../report/phrases/number-format.ts';
import { type Collector, readCollector } from './collector.ts';
import { type Span, spanOf } from './span.ts';

/** Spans that may wait, as in the SDKs of OpenTelemetry: what comes while it is full is dropped. */
const WAITING = 2048;
const BATCH = 512;
const EVERY_MS = 1000;
const PATIENCE_MS = 5000;
/** Many times what a collector says of the spans that it rejects. */
const LARGEST_BYTES = 1024 * 1024;

/**
 * What sends the spans of a run as its configuration says; undefined where none is sent.
 * @throws UsageError
 */
export function openExporter(
  {
    traces = false,
    traceShare,
  }: { readonly traces?: string | boolean | undefined; readonly traceShare: number },
  environment: Readonly<NodeJS.ProcessEnv>,
  say: (line: string) => void,
): TraceExporter | undefined {
  if (traces === false) return undefined;
  const collector = readCollector(traces, environment);
  if (collector === undefined) {
    say('Traces: requests carry traceparent; no collector is named, so no span is sent');
    return undefined;
  }
  const { origin, pathname } = collector.url;
  const share = formatShare(traceShare);
  say(`Traces: spans of probes and of ${share} of a load go to ${origin}${pathname}`);
  return new TraceExporter(collector, say);
}

/** Takes the exchanges of a run, and sends a span for each that is sampled. It neither waits nor fails. */
export class TraceExporter implements ExchangeSink {
  readonly #collector: Collector;
  readonly #say: (line: string) => void;
  readonly #ending = new AbortController();
  #waiting: Span[] = [];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;
  #dropped = 0;
  #refused = 0;
  #hasWarned = false;

  constructor(collector: Collector, say: (line: string) => void) {
    this.#collector = collector;
    this.#say = say;
  }

  /** @param originUnixMs the wall clock at the origin of its times */
  add(exchange: Exchange, originUnixMs: number): void {
    const trace = traceContextOf(exchange.request);
    if (trace?.isSampled !== true) return;
    if (this.#waiting.length >= WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(spanOf(exchange, trace, originUnixMs));
    this.#timer ??= setTimeout(() => this.#begin(), EVERY_MS).unref();
    if (this.#waiting.length >= BATCH) this.#begin();
  }

  /** Sends what waits, as far as the collector takes it in time, and says what became of the spans. */
  async close(): Promise<void> {
    this.#begin();
    const isLate = await Promise.race([this.#sending, wait(PATIENCE_MS, true, { ref: false })]);
    if (isLate === true) this.#ending.abort();
    await this.#sending;
    const lost = [
      ...(this.#dropped > 0
        ? [`${this.#dropped} dropped, because the collector was too slow`]
        : []),
      ...(this.#refused > 0 ? [`${this.#refused} not taken by the collector`] : []),
    ];
    this.#say(`Traces: ${[`${formatNumberOf(this.#sent, 'span')} sent`, ...lost].join('; ')}`);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, BATCH);
      const refused = await this.#send(spans);
      this.#refused += refused;
      this.#sent += spans.length - refused;
    }
  }

  /** @returns how many of them the collector did not take */
  async #send(spans: readonly Span[]): Promise<number> {
    const { url, headers, attributes } = this.#collector;
    const scopeSpans = [{ scope: { name: 'assay' }, spans }];
    const json = { resourceSpans: [{ resource: { attributes }, scopeSpans }] };
    try {
      const { status, text } = await requestShort(url.href, {
        method: 'POST',
        json,
        access: { ...NO_ACCESS, headers: [...headers] },
        largestBytes: LARGEST_BYTES,
        deadlineMs: PATIENCE_MS,
        signal: this.#ending.signal,
      });
      if (status < 200 || status >= 300) return this.#lose(spans, `it returned ${status}`);
      const refused = Number(member(member(parseJson(text), 'partialSuccess'), 'rejectedSpans'));
      return refused > 0 ? this.#lose(spans.slice(0, refused), 'it rejected spans') : 0;
    } catch (error) {
      return this.#lose(spans, reasonOf(error));
    }
  }

  #lose(spans: readonly Span[], why: string): number {
    if (!this.#hasWarned) {
      this.#hasWarned = true;
      const { origin, pathname } = this.#collector.url;
      this.#say(`Traces: ${origin}${pathname} does not take spans (${why}). The run goes on.`);
    }
    return spans.length;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return `it did not answer within ${PATIENCE_MS / 1000} s`;
  return error.message;
}
