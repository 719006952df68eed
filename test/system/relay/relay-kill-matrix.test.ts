import { describe, expect, test } from 'vitest';
import { FAULTS } from '../../../reference-server/alterations.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import { commonCauses } from '../../../src/report/assemble/common-causes.ts';
import { ruleResults } from '../../../src/report/assemble/rule-results.ts';
import { isKilled } from '../../conformance/judge-mutants/is-killed.ts';
import { JudgeCode } from '../../conformance/judge-mutants/judge-code.ts';
import { inWords } from '../../support/in-words.ts';
import { judgeReference, PROFILE } from '../../support/judge-reference.ts';
import { PLAIN_RULES, RELAY_RULES } from '../../support/relay/rule-lists.ts';

const code = await JudgeCode.read();

/** Rules over times and moments: beside other gateways in this process they set evidence aside. */
const [timed, untimed] = [true, false].map((wanted) =>
  RELAY_RULES.filter(
    ({ measuresTime, probe }) => (measuresTime ?? probe.alone ?? false) === wanted,
  ).map((rule) => [rule.provenBy, rule.id, rule] as const),
);

const NAME = '%s: %s finds it, and a mutant of its judge finds less';

describe.concurrent('relay kill matrix', () => {
  test.each(untimed ?? [])(NAME, (_fault, _id, rule) => isKilled(code, rule));
});

describe('relay kill matrix: timing rules', () => {
  test.each(timed ?? [])(NAME, { retry: 2 }, (_fault, _id, rule) => isKilled(code, rule));
});

/**
 * Faults that prove no rule: each shows that a rule, which another fault proves, looks into this cell of its
 * matrix, and finds nothing in the others.
 */
const CELLS: Readonly<Record<string, readonly [rule: string, cells: RegExp]>> = {
  'relay-cancel-401': ['relay-upstream-401-masked', /^video-cancel, upstream 401$/],
  'relay-cut-answer': ['relay-body-unchanged', /^chat, 2 000 long tokens$/],
  'relay-cut-pairs': ['relay-split-character', /^chat stream, split-character$/],
  'relay-cut-prompt': ['relay-prompt-unchanged', /^(chat|responses)( stream)?, 60 kB$/],
  'relay-drop-image': ['relay-image-unchanged', /^images, two of 1 KiB$/],
  'relay-drop-usage-option': ['relay-parameters-kept', /^chat stream, its usage$/],
  'relay-forget-cached': ['relay-usage-unchanged', /^chat( stream)?$/],
  'relay-incomplete-as-completed': [
    'relay-finish-reason-kept',
    /^responses( stream)?, (length|content_filter)$/,
  ],
  'relay-key-with-cancels': ['relay-caller-key-withheld', /^a job that runs$/],
  'relay-last-messages': ['relay-roles-order', /^chat, 40 messages$/],
  'relay-progress-zero': ['relay-video-fresh', /^a job that is polled$/],
  'relay-read-5xx-as-200': ['relay-5xx-stays-error', /^video-read, upstream 5\d\d$/],
  'relay-retry-reset': ['relay-retry-bounded', /^transcription, upstream reset$/],
  'relay-rewrite-arguments': ['relay-tool-calls-kept', /^chat$/],
  'relay-stream-replay-calls': ['relay-replay-makes-no-call', /^(chat|responses) stream$/],
};
/** Judged apart: it hides what another one does. */
const POLL_FAILED = 'relay-poll-failed';
/** Judged where nothing else runs. */
const HOLD_TOKEN = 'relay-hold-token';

describe('relay cells', () => {
  test('relay cells: each fault is found in its cells, and nowhere else', async () => {
    // Only the probe of the last one cancels a job.
    const named = [...Object.values(CELLS).map(([id]) => id), 'relay-video-cancel'];
    const rules = RELAY_RULES.filter(({ id }) => named.includes(id));
    const outcomes = await judgeReference(rules, { faults: Object.keys(CELLS) });
    const found = outcomes.flatMap(({ rule, tally }) =>
      [...tally.byOperation.values()].flatMap(({ examples }) =>
        examples.map(({ label = '' }) => [rule.id, label] as const),
      ),
    );
    const isIn = ([rule, label]: (typeof found)[number], [id, cells]: (typeof CELLS)[string]) =>
      rule === id && cells.test(label);
    const cells = Object.values(CELLS);
    expect(found.filter((each) => !cells.some((cell) => isIn(each, cell)))).toEqual([]);
    expect(cells.filter((cell) => !found.some((each) => isIn(each, cell)))).toEqual([]);
  });

  test('relay cells: a read that the upstream fails is found where it makes a failed job', async () => {
    const rules = RELAY_RULES.filter(({ id }) => id === 'relay-video-fresh');
    const [outcome] = await judgeReference(rules, { faults: [POLL_FAILED] });
    const examples = outcome?.tally.byOperation.get('video-read')?.examples ?? [];
    expect(examples.map(({ finding }) => finding.actual)).toEqual(['failed']);
  });

  test('relay cells: each fault that proves no rule is in one', () => {
    const proofs = RELAY_RULES.map(({ provenBy }) => provenBy);
    const others = [...FAULTS.values()].filter(
      ({ id, needsUpstream }) => needsUpstream && !proofs.includes(id),
    );
    const cells = [...Object.keys(CELLS), HOLD_TOKEN, POLL_FAILED];
    expect(others.map(({ id }) => id).toSorted()).toEqual(cells.toSorted());
  });
});

test('swapped answers: the findings stand under one heading, which begins with the swap', async () => {
  const rules = RELAY_RULES.filter(({ id }) =>
    ['relay-no-cross-talk', 'relay-text-unchanged', 'relay-usage-unchanged'].includes(id),
  );
  const conformance = await judgeReference(rules, { faults: ['relay-swap-answers'] });
  const results = ruleResults(CATALOGUE, PROFILE, {
    conformance,
    newer: new Set(),
    commands: {},
  });
  const [cause] = commonCauses(results);
  expect(cause?.sentence).toBe('Callers of chat get the answers to other requests.');
  expect(cause?.rules[0]).toBe('relay-no-cross-talk');
  const failed = results.filter(({ conformance: judged }) => (judged?.findings ?? 0) > 0);
  expect(cause?.rules).toEqual(expect.arrayContaining(failed.map(({ id }) => id)));
});

/** The rules of a caller judge what the probes of both ends send. */
const LOOKING_ON = PLAIN_RULES.map(
  (rule): Rule => ({ ...rule, probe: { name: 'nothing', run: async () => [] } }),
);

describe('clean relay', () => {
  test('clean relay: it passes every rule, and those about both ends have evidence', async () => {
    const rules = [...RELAY_RULES, ...LOOKING_ON];
    const outcomes = await judgeReference(rules, { upstream: true });
    expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
    const own = outcomes.filter(({ rule }) => RELAY_RULES.includes(rule));
    expect(own.filter(({ tally }) => tally.judged === 0).map(inWords)).toEqual([]);
    expect(own).toHaveLength(RELAY_RULES.length);
  });
});
