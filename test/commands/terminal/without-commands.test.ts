import { expect, test } from 'vitest';
import { jsonWithoutCommands, withoutCommands } from '../../../src/commands/terminal/output.ts';

const COMMANDS =
  ' ::error::a\nb ##[error]c ##vso[task.complete result=Succeeded]d ##teamcity[buildStop]e ### [f] ##g';
const FOUND = /^\s*::|##\w*\[/m;

test.each([
  ['GitHub Actions', { GITHUB_ACTIONS: 'true' }],
  ['Azure Pipelines', { TF_BUILD: 'True' }],
  ['TeamCity', { TEAMCITY_VERSION: '2026.1' }],
])('commands: %s finds none in a text of a gateway', (_server, environment) => {
  const text = withoutCommands(COMMANDS, environment);
  expect(text).not.toMatch(FOUND);
  expect(text.replaceAll('\u200b', '')).toBe(COMMANDS);
  const json = jsonWithoutCommands(JSON.stringify({ COMMANDS }), environment);
  expect(json).not.toMatch(FOUND);
  expect(JSON.parse(json)).toEqual({ COMMANDS });
});

test('commands: elsewhere a text is as it was', () => {
  expect(withoutCommands(COMMANDS, {})).toBe(COMMANDS);
  expect(jsonWithoutCommands(JSON.stringify(COMMANDS), {})).toBe(JSON.stringify(COMMANDS));
});
