import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { githubCommands } from '../../../src/commands/delivery/github-actions.ts';
import type { Annotation } from '../../../src/report/annotations.ts';

const ERROR: Annotation = { level: 'error', title: 'a', message: 'b' };

test('github commands: a line break or a percent sign in a message is escaped', () => {
  const line = githubCommands([{ ...ERROR, message: '100 %\nof\r\nall: yes, really' }], undefined);
  expect(line).toBe('::error title=a::100 %25%0Aof␍%0Aall: yes, really\n');
});

test('github commands: a title cannot add a property or end them', () => {
  const line = githubCommands([{ ...ERROR, title: 'x,file=a::b' }], undefined);
  expect(line).toBe('::error title=x%2Cfile=a%3A%3Ab::b\n');
});

test('github commands: a path starts from the root of the checkout', () => {
  const place = { file: join('gateways', 'a,b.yaml'), line: 7 };
  expect(githubCommands([{ ...ERROR, place }], resolve('.'))).toBe(
    '::error file=gateways/a%2Cb.yaml,line=7,title=a::b\n',
  );
  expect(githubCommands([{ ...ERROR, place }], resolve('..'))).toMatch(
    /^::error file=[^/,]+\/gateways\//,
  );
});

test('github commands: a file outside of the checkout is not named', () => {
  const place = { file: resolve('..', 'assay.yaml'), line: 7 };
  expect(githubCommands([{ ...ERROR, place }], resolve('.'))).toBe('::error title=a::b\n');
});

test('github commands: the tenth of more than ten errors counts the rest', () => {
  const many = Array.from({ length: 31 }, (_, index) => ({ ...ERROR, title: `e${index}` }));
  const lines = githubCommands([...many, { ...ERROR, level: 'warning' }], undefined)
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[9]).toBe('::error title=22 more errors::See the step summary and the HTML report.');
  expect(lines[10]).toMatch(/^::warning /);
});
