import { isDeepStrictEqual } from 'node:util';
import { chatChunks } from '../../answers/chat-chunks.ts';
import { member } from '../../answers/json.ts';
import type { Stream } from '../../answers/narrow.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Finding, need } from '../rule.ts';
import type { KeyedResult } from './idempotent-results.ts';

/** Characters shown on either side of the first difference. */
const SHOWN = 32;

/** Differences of a later result from the first one; streams are compared by id only. */
export function* resultDifferences(first: KeyedResult, again: KeyedResult): Generator<Finding> {
  const { exchange } = again;
  const streams = first.reply.form === 'stream' || again.reply.form === 'stream';
  if (first.reply.status !== again.reply.status) {
    yield {
      expected: `status ${first.reply.status}, as at first`,
      actual: `status ${again.reply.status}`,
      exchange,
    };
  }
  if (streams && first.id !== again.id) {
    yield { expected: `${first.id}, as at first`, actual: again.id, where: 'id', exchange };
  }
  for (const where of streams ? [] : identityOf(exchange)) {
    const difference = memberDifference(first, again, where);
    if (difference !== undefined) yield { ...difference, where, exchange };
  }
}

function identityOf({ operation }: Exchange): readonly string[] {
  return operation === 'other' ? ['id'] : OPERATIONS[operation].identity;
}

function memberDifference(
  first: KeyedResult,
  again: KeyedResult,
  name: string,
): Pick<Finding, 'expected' | 'actual'> | undefined {
  const [expected, actual] = [first, again].map(({ reply }) =>
    reply.form === 'body' ? member(reply.json, name) : undefined,
  );
  if (isDeepStrictEqual(expected, actual)) return undefined;
  return textDifference(plain(expected), plain(actual));
}

/** A text unquoted, because `textDifference` puts it in quotes. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
}

/** Findings about a part of an answer, placed in the whole. */
export function* within(
  { where, atMs }: Pick<Finding, 'where' | 'atMs'>,
  findings: Iterable<Finding>,
): Generator<Finding> {
  for (const found of findings) {
    yield {
      ...found,
      where: [where, found.where].filter((step) => step !== undefined).join('.'),
      ...(atMs !== undefined && { atMs }),
    };
  }
}

/** Findings about the JSON in a text, placed after the place of that text. */
export function* inText(place: string, findings: Iterable<Finding>): Generator<Finding> {
  for (const found of findings) {
    yield { ...found, where: [place, found.where].filter(Boolean).join(', ') };
  }
}

/** Chunks of a chat stream whose member is not that of the first one. */
export function* differentFromFirst(stream: Stream, where: string): Generator<Finding> {
  const chunks = chatChunks(stream).filter(({ json: { id } }) => typeof id === 'string' && id);
  const [first, ...others] = chunks;
  need(first, 'a stream with a chunk that has an id');
  const expected = first.json[where];
  for (const { event, json } of expected === undefined ? [] : others) {
    const actual = json[where];
    if (actual === undefined || actual === expected) continue;
    yield {
      expected: `${String(expected)}, as in the first chunk`,
      actual,
      where,
      atMs: event.atMs,
    };
  }
}

/**
 * Two texts that should be equal, cut to where they first differ; undefined when they are equal.
 */
export function textDifference(
  expected: string,
  actual: string,
): { readonly expected: string; readonly actual: string } | undefined {
  if (expected === actual) return undefined;
  const start = Math.max(0, firstDifference(expected, actual) - SHOWN);
  return { expected: shown(expected, start), actual: shown(actual, start) };
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

function shown(text: string, start: number): string {
  const end = start + 2 * SHOWN;
  const before = start > 0 ? '…' : '';
  const after = end < text.length ? '…' : '';
  return `${before}${JSON.stringify(text.slice(start, end))}${after} (${text.length} characters)`;
}
