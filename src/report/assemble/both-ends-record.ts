import type { Example } from '../../conformance/tally.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import {
  firstContentMs,
  shifted,
  type UpstreamExchange,
} from '../../exchange/upstream/upstream-exchange.ts';
import { defined, present } from '../../input/defined.ts';
import { cut } from '../phrases/printable.ts';
import type { FindingRecord, Moment, UpstreamEvidence } from '../schema/finding.ts';
import { readableText, shownHeaders } from './evidence-record.ts';

/** Requests shown of each end, and moments of both. */
const SHOWN = 8;
const MOMENTS = 40;
const BODY_BYTES = 4096;
const CHARACTERS = 1024;

/** What the gateway sent upstream behind a finding, and both ends on one time line. */
export function bothEndsRecord({
  exchange,
  series,
  upstream,
}: Example): Pick<FindingRecord, 'upstream' | 'timeline'> {
  if (upstream === undefined) return {};
  const exchanges = series ?? (exchange === undefined ? [] : [exchange]);
  const sentMs = Math.min(...exchanges.map(({ timing }) => timing.sendMs));
  const gapMs = exchanges.length === 0 ? 0 : clockGap(sentMs, upstream);
  const originMs = Math.min(sentMs, ...upstream.map(({ request }) => request.receivedMs + gapMs));
  const calls = upstream.slice(0, SHOWN).map((each) => shifted(each, gapMs));
  const moments = present([
    ...exchanges.slice(0, SHOWN).flatMap(callerMoments),
    gapMs > 0 && gapMoment(sentMs, gapMs),
    ...calls.flatMap(upstreamMoments),
  ]);
  return {
    upstream: calls.map((each) => upstreamEvidence(each, originMs)),
    timeline: moments
      .map((moment) => ({ ...moment, atMs: moment.atMs - originMs }))
      .toSorted((one, other) => one.atMs - other.atMs)
      .slice(0, MOMENTS),
  };
}

/**
 * How much earlier, in ms, the upstream seems to receive than the caller sends: by no less do their clocks
 * differ. A request upstream that was over by then may be of an earlier attempt, unless there is no later one.
 */
function clockGap(sentMs: number, upstream: readonly UpstreamExchange[]): number {
  const last = upstream.at(-1);
  const received = upstream
    .filter((each) => each === last || each.endMs >= sentMs)
    .map(({ request }) => request.receivedMs);
  return Math.max(0, sentMs - Math.min(...received));
}

function gapMoment(atMs: number, gapMs: number): Moment {
  const what = `shown ${gapMs.toFixed(1)} ms later: by its clock it received before the caller sent`;
  return { atMs, end: 'upstream', what };
}

function upstreamEvidence(exchange: UpstreamExchange, originMs: number): UpstreamEvidence {
  const { request, answer, disconnectedMs } = exchange;
  return defined({
    exchange: exchange.id,
    attempt: exchange.attempt,
    connection: exchange.connection,
    operation: exchange.operation,
    method: request.method,
    path: cut(request.path, CHARACTERS),
    headers: shownHeaders(request.headers),
    body: shownBody(request.body, request.sizeBytes, request.sha256),
    sizeBytes: request.sizeBytes,
    script: exchange.script,
    status: answer.status,
    answer: shownBody(answer.body, answer.sizeBytes),
    answerSizeBytes: answer.sizeBytes,
    outcome: exchange.outcome,
    receivedMs: request.receivedMs - originMs,
    endMs: exchange.endMs - originMs,
    disconnectedMs: disconnectedMs === undefined ? undefined : disconnectedMs - originMs,
  });
}

function shownBody(body: Uint8Array, sizeBytes: number, sha256?: string): string {
  const start = body.subarray(0, BODY_BYTES);
  const text = readableText(start, body.length > start.length);
  if (text !== undefined) return sizeBytes > start.length ? `${text}… (${sizeBytes} bytes)` : text;
  return `binary, ${sizeBytes} bytes${sha256 === undefined ? '' : `, sha256 ${sha256}`}`;
}

function callerMoments({ id, request, timing, outcome, answer }: Exchange): Moment[] {
  const path = URL.parse(request.url)?.pathname ?? request.url;
  const status = answer === undefined ? '' : `, ${answer.status}`;
  return momentsOf('caller', [
    [timing.sendMs, `sent request ${id}: ${request.method} ${cut(path, CHARACTERS)}`],
    [timing.firstByteMs, `received the first byte of response ${id}${status}`],
    [timing.endMs, `end of request ${id}: ${outcome}`],
  ]);
}

function upstreamMoments(exchange: UpstreamExchange): Moment[] {
  const { id, request, answer, script, attempt, connection } = exchange;
  const scripted = script === undefined ? '' : ` (${script})`;
  const received = `${request.method} ${cut(request.path, CHARACTERS)}, attempt ${attempt}, connection ${connection}`;
  return momentsOf('upstream', [
    [request.receivedMs, `received upstream request ${id}: ${received}`],
    [firstContentMs(exchange), `wrote the first content of ${id}, ${answer.status ?? 'no status'}`],
    [exchange.disconnectedMs, `gateway disconnected from ${id}`],
    [exchange.endMs, `end of upstream request ${id}: ${exchange.outcome}${scripted}`],
  ]);
}

/** Those whose time is known. */
function momentsOf(
  end: Moment['end'],
  all: readonly (readonly [atMs: number | undefined, what: string])[],
): Moment[] {
  return all.flatMap(([atMs, what]) => (atMs === undefined ? [] : [{ atMs, end, what }]));
}
