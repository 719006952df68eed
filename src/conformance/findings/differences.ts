import { isDeepStrictEqual } from 'node:util';
import { member } from '../../answers/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Finding } from '../rule.ts';
import type { KeyedResult } from './idempotent-results.ts';
import { textDifference } from './text-difference.ts';

/**
 * The members that make a result what it is. The status of a video job goes on between two
 * answers, and usage may rightly say that the second cost nothing.
 */
const CONTENT: Readonly<Record<Operation | 'other', readonly string[]>> = {
  chat: ['id', 'created', 'choices'],
  responses: ['id', 'created_at', 'output', 'output_text'],
  images: ['created', 'data'],
  transcription: ['text'],
  'video-create': ['id', 'created_at', 'model'],
  'video-read': ['id'],
  'video-cancel': ['id'],
  other: ['id'],
};

/** Where a later answer is not the first one again; of streams only the id is compared. */
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
  for (const where of streams ? [] : CONTENT[exchange.operation]) {
    const difference = memberDifference(first, again, where);
    if (difference !== undefined) yield { ...difference, where, exchange };
  }
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

/** A text as it is: what shows the difference puts it between quotes. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
}
