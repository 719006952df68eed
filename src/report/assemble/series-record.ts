import { type Exchange, header } from '../../exchange/exchange.ts';
import { defined } from '../../input/defined.ts';
import { cut } from '../phrases/printable.ts';
import type { SeriesEntry } from '../schema/finding.ts';

/** More lanes do not fit on a screen. */
const ENTRIES = 24;
/** An id stands at the beginning of a response. */
const ID_BYTES = 4096;
const CHARACTERS = 120;

/**
 * The requests behind a finding, in the order sent, with their times since the first of them: as many
 * as fit, around the one that shows it. Undefined when there is only one.
 */
export function seriesRecord(
  exchange: Exchange | undefined,
  series: readonly Exchange[] = [],
): SeriesEntry[] | undefined {
  if (series.length < 2) return undefined;
  const sent = series.toSorted((one, other) => one.timing.sendMs - other.timing.sendMs);
  const at = sent.findIndex(({ id }) => id === exchange?.id);
  const from = Math.max(0, Math.min(at - ENTRIES / 2, sent.length - ENTRIES));
  const shown = sent.slice(from, from + ENTRIES);
  const startMs = shown[0]?.timing.sendMs ?? 0;
  return shown.map((each) => entryOf(each, startMs));
}

function entryOf(exchange: Exchange, startMs: number): SeriesEntry {
  const { id, attempt, request, timing, outcome, answer } = exchange;
  const key = header(request.headers, 'idempotency-key');
  return defined({
    exchange: id,
    attempt,
    method: request.method,
    path: cut(URL.parse(request.url)?.pathname ?? request.url, CHARACTERS),
    key: key === undefined ? undefined : cut(key, CHARACTERS),
    startMs: timing.sendMs - startMs,
    endMs: timing.endMs - startMs,
    outcome,
    status: answer?.status,
    id: idOf(exchange),
  });
}

/** The first member called `id` of a response. */
function idOf({ answer }: Exchange): string | undefined {
  const text = Buffer.from(answer?.body?.subarray(0, ID_BYTES) ?? []).toString('utf8');
  return /"id": *"([^"\\]{1,100})"/.exec(text)?.[1];
}
