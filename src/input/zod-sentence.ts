import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';

/** Messages of zod, which are replaced; other messages are those of the schema. */
const OF_ZOD = /^(Invalid (input|option)|Too (small|big)):|^Invalid ISO date$/;
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys to values',
  record: 'a mapping of keys to values',
};
const SHOWN_CHARACTERS = 60;

/**
 * What a value needs and the value that was written, without a full stop.
 * @param value the written value
 */
export function zodSentence(issue: z.core.$ZodIssue, value: unknown): string {
  const needs = OF_ZOD.test(issue.message) ? needsOf(issue) : undefined;
  if (needs === undefined) return issue.message;
  const hint =
    issue.code === 'invalid_value' ? didYouMean(String(value), issue.values.map(String)) : '';
  return `needs ${needs}; got ${shown(value)}${hint === '' ? '' : `.${hint}`}`;
}

function needsOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected];
    case 'invalid_value':
      return issue.values.map(String).join(' or ');
    case 'too_small':
      if (issue.origin === 'string') return 'some text';
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${entries(issue.origin, issue.minimum)}`;
    case 'invalid_format':
      return 'a date that exists, such as 2026-12-31';
    case 'too_big':
      return `at most ${issue.maximum}${entries(issue.origin, issue.maximum)}`;
    default:
      return undefined;
  }
}

function entries(origin: string, count: number | bigint): string {
  if (origin !== 'array') return '';
  return Number(count) === 1 ? ' entry' : ' entries';
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text;
}
