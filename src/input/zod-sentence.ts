import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';

/** What zod says by itself, in the words of programmers; other messages are the schema's own. */
const OF_ZOD = /^(Invalid (input|option)|Too (small|big)):/;
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
 * What a value needs and what was got in its place, without a full stop.
 * @param value what was written there
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
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${entries(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${entries(issue.origin)}`;
    default:
      return undefined;
  }
}

function entries(origin: string): string {
  return origin === 'array' ? ' in its list' : '';
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text;
}
