import { expect, test } from 'vitest';
import { configurationLines } from '../../../src/commands/configuration/configuration-lines.ts';

test('configuration lines: keys, models, operations and objectives have their lines', () => {
  const text = `# comment
target: http://127.0.0.1:8080
models:
  chat: a
  slow: {chat: b,
    images: c}
operations:
  - operation: images
    value: absent
    reason: none
slo: ['all errors <= 0%',
  'chat ttft p95 < 800ms']
`;
  expect(configurationLines(text)).toEqual({
    target: 2,
    models: 3,
    'models.chat': 4,
    'models.slow': 5,
    operations: 7,
    'operations.images': 8,
    slo: 11,
    'slo.all errors <= 0%': 11,
    'slo.chat ttft p95 < 800ms': 12,
  });
});

test.each(['', '[]', 'text', '? [a]\n: b\n'])(
  'configuration lines: %j has no line of a key',
  (text) => {
    expect(Object.keys(configurationLines(text)).filter((name) => name !== '')).toEqual([]);
  },
);
