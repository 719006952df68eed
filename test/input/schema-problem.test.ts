import { expect, test } from 'vitest';
import { configurationOf } from '../../src/commands/configuration/configuration.ts';
import { parseBaseline } from '../../src/conformance/baseline.ts';
import { parseProfile } from '../../src/conformance/profiles/profile-file.ts';

const STAGE = { arrivalRate: '1/s', duration: '1s' };

test.each([
  [{ workloda: {} }, 'Unknown key: workloda. Did you mean workload?'],
  [
    { workload: { arivalRate: '5/s' }, slos: [] },
    'Unknown key: workload.arivalRate. Did you mean arrivalRate? Unknown key: slos. Did you mean slo?',
  ],
  [{ models: { chatt: 'a' } }, 'Unknown key: models.chatt. Did you mean chat?'],
  [
    workload({ stages: [STAGE, { ...STAGE, rate: '1/s' }] }),
    'stages.1.rate. Known keys: duration, arrivalRate.',
  ],
  [workload({ stages: [{ arivalRate: '1/s', duration: '1s' }] }), 'Did you mean arrivalRate?'],
  [
    workload({ bursts: { size: 1, evry: '1s' } }),
    'Unknown key: workload.bursts.evry. Did you mean',
  ],
  [workload({ retries: { attempt: 3 } }), 'workload.retries.attempt. Did you mean attempts?'],
  [workload({ slowReaders: { disconnect: '1s' } }), 'disconnect. Did you mean disconnectAfter?'],
  [workload({ prompts: { word: 5 } }), 'workload.prompts.word. Did you mean words?'],
  [workload({ prompts: { words: { maen: 5, sd: 1 } } }), 'workload.prompts.words.maen. Did you'],
  [
    workload({ answers: { tokens: { min: 1, maxx: 9 } } }),
    'answers.tokens.maxx. Did you mean max?',
  ],
  [workload({ trace: { file: 'a', sped: 2 } }), 'workload.trace.sped. Did you mean speed?'],
  [workload({ closed: { users: 5, pause: '1s' } }), 'closed.pause. Known keys: users, think.'],
  [
    { operations: [{ operation: 'chat', valeu: 'offered', reason: 'a' }] },
    'Unknown key: operations.0.valeu. Did you mean value?',
  ],
])(
  'configuration: in %j the mistyped key is reported with the nearest one',
  (written, sentence) => {
    expect(() => configurationOf(written, 'assay.yaml')).toThrow(sentence);
  },
);

test.each([
  [{ slo: 'all errors <= 0%' }, 'slo: needs a list; got "all errors <= 0%".'],
  [{ models: { chat: 5 } }, 'models.chat: needs text; got 5.'],
  [{ target: '' }, 'target: needs some text; got "".'],
  [{ judgedShare: 5 }, 'judgedShare: needs at most 1; got 5.'],
  [{ judgedShare: null }, 'judgedShare: needs a number; got nothing.'],
  [workload({ inFlight: '100' }), 'workload.inFlight: needs a number; got "100".'],
  [workload({ inFlight: 1.5 }), 'workload.inFlight: needs a whole number; got 1.5.'],
  [workload({ inFlight: 0 }), 'workload.inFlight: needs at least 1; got 0.'],
  [workload({ stages: STAGE }), 'workload.stages: needs a list; got a mapping.'],
  [workload({ stages: [] }), 'workload.stages: needs at least 1 entry; got an empty list.'],
  [{ workload: 5 }, 'workload: needs a mapping of keys to values; got 5.'],
  [workload({ trace: { file: 5 } }), 'workload.trace.file: needs text; got 5.'],
  [
    workload({ arrivals: 'poison' }),
    'workload.arrivals: needs poisson or constant or bursts or closed or trace; got "poison". Did you mean poisson?',
  ],
  [
    workload({ mix: { mixed: 1 } }),
    'workload.mix.mixed: Unknown scenario in the mix: mixed. Known: abandon, chat, chat-session',
  ],
])('configuration: %j is reported with what it needs and what it is', (written, sentence) => {
  expect(() => configurationOf(written, 'assay.yaml')).toThrow(
    `Configuration is malformed: assay.yaml. ${sentence}`,
  );
});

test('configuration: a long value is cut', () => {
  expect(() => configurationOf({ slo: 'x'.repeat(200) }, 'assay.yaml')).toThrow(/got "x{59} …\.$/);
});

test('configuration: a value of none of several kinds is reported with what it needs', () => {
  expect(() => configurationOf(workload({ trace: 5 }), 'assay.yaml')).toThrow(
    'Configuration is malformed: assay.yaml. workload.trace: needs the path of a file, or {file: …, speed: 2}.',
  );
});

test('profile: a mistyped key of an override is reported with the nearest one', () => {
  const overrides = [{ settng: 'chatModel', value: 'a', reason: 'b' }];
  expect(() => parseProfile({ name: 'mine', overrides }, 'p.yaml')).toThrow(
    'Profile is malformed: p.yaml. Unknown key: overrides.0.settng. Did you mean setting?',
  );
});

test('baseline: a mistyped key is reported with the nearest one', () => {
  expect(() => parseBaseline({ acepted: [] }, 'b.yaml', [])).toThrow(
    'Baseline is malformed: b.yaml. Unknown key: acepted. Did you mean accepted?',
  );
});

function workload(part: object): Record<string, unknown> {
  return { workload: part };
}
