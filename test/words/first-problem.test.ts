import { expect, test } from 'vitest';
import { configurationOf } from '../../src/commands/configuration.ts';
import { parseBaseline } from '../../src/conformance/baseline.ts';
import { parseProfile } from '../../src/conformance/profile-file.ts';

const STAGE = { arrivalRate: '1/s', duration: '1s' };

test.each([
  [{ workloda: {} }, 'Unknown key: workloda. Did you mean workload?'],
  [{ models: { chatt: 'a' } }, 'Unknown key: models.chatt. Did you mean chat?'],
  [
    workload({ stages: [STAGE, { ...STAGE, rate: '1/s' }] }),
    'stages.1.rate. Known are duration, arrivalRate.',
  ],
  [workload({ stages: [{ arivalRate: '1/s', duration: '1s' }] }), 'Did you mean arrivalRate?'],
  [
    workload({ bursts: { size: 1, evry: '1s' } }),
    'Unknown key: workload.bursts.evry. Did you mean',
  ],
  [workload({ retries: { attempt: 3 } }), 'workload.retries.attempt. Did you mean attempts?'],
  [workload({ slowReaders: { leave: '1s' } }), 'leave. Did you mean leaveAfter?'],
  [workload({ prompts: { word: 5 } }), 'workload.prompts.word. Did you mean words?'],
  [workload({ prompts: { words: { maen: 5, sd: 1 } } }), 'workload.prompts.words.maen. Did you'],
  [
    workload({ answers: { tokens: { min: 1, maxx: 9 } } }),
    'answers.tokens.maxx. Did you mean max?',
  ],
  [workload({ trace: { file: 'a', sped: 2 } }), 'workload.trace.sped. Did you mean speed?'],
  [workload({ closed: { users: 5, pause: '1s' } }), 'closed.pause. Known are users, think.'],
  [
    { operations: [{ operation: 'chat', valeu: 'offered', reason: 'a' }] },
    'Unknown key: operations.0.valeu. Did you mean value?',
  ],
])('configuration: in %j the mistyped key is told with what it may mean', (written, sentence) => {
  expect(() => configurationOf(written, 'assay.yaml')).toThrow(sentence);
});

test('configuration: a value that is none of several kinds is told by what it needs', () => {
  expect(() => configurationOf(workload({ trace: 5 }), 'assay.yaml')).toThrow(
    'Configuration is malformed: assay.yaml. workload.trace: needs the path of a file, or {file: …, speed: 2}.',
  );
});

test('profile: a mistyped key of an override is told with what it may mean', () => {
  const overrides = [{ knbo: 'chatModel', value: 'a', reason: 'b' }];
  expect(() => parseProfile({ name: 'mine', overrides }, 'p.yaml')).toThrow(
    'Profile is malformed: p.yaml. Unknown key: overrides.0.knbo. Did you mean knob?',
  );
});

test('baseline: a mistyped key is told with what it may mean', () => {
  expect(() => parseBaseline({ acepted: [] }, 'b.yaml')).toThrow(
    'Baseline is malformed: b.yaml. Unknown key: acepted. Did you mean accepted?',
  );
});

function workload(part: object): Record<string, unknown> {
  return { workload: part };
}
