import { expect, test } from 'vitest';
import type { Effort } from '../../../src/conformance/effort.ts';
import { axesOf, combinedRequests } from '../../../src/conformance/probes/combined-requests.ts';
import { oneMemberChanged } from '../../../src/conformance/probes/keys.ts';
import { differenceIn, trialOf } from '../../../src/conformance/requests/difference.ts';
import { allForms } from '../../../src/conformance/requests/forms.ts';
import { keysOfLengths } from '../../../src/conformance/requests/keys.ts';
import { parameterDifferences } from '../../../src/conformance/requests/parameters.ts';
import { smallChanges } from '../../../src/conformance/requests/small-changes.ts';
import { combined, drawn } from '../../../src/conformance/requests/walk.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { Nonces } from '../../../src/conformance/sending/nonces.ts';
import { requestContradictions } from '../../../src/conformance/sending/well-formed-request.ts';
import { EXPECT } from '../../support/judge-reference.ts';

/** A gateway whose words depend on a seed, as those of a run. */
class Seeded extends DryRunGateway {
  readonly #nonce: () => string;

  constructor(seed: number, effort: Effort = 'thorough') {
    super(combinedRequests.name, EXPECT, { effort });
    this.#nonce = new Nonces(seed, '').of(combinedRequests.name);
  }

  override nonce(): string {
    return this.#nonce();
  }
}

const FORMS = allForms(new Seeded(1));

async function labelsOf(gateway: DryRunGateway): Promise<readonly string[]> {
  const gathered = await combinedRequests.run(gateway);
  return gathered.flatMap((piece) => ('label' in piece ? [piece.label] : []));
}

test('a walk: a seed repeats its requests, and another one combines otherwise', async () => {
  const [first, again, other] = await Promise.all(
    [1, 1, 2].map((seed) => labelsOf(new Seeded(seed))),
  );
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(other).toHaveLength(first?.length ?? 0);
});

test.each(FORMS.map((form) => [form.name, form] as const))(
  'a walk: a thorough run draws every text, size, client, key and member of %s',
  async (name, form) => {
    for (const seed of [1, 2, 3]) {
      const gateway = new Seeded(seed);
      const labels = await labelsOf(gateway);
      const ofForm = labels.filter((label) => label.startsWith(`${name} ·`));
      const seen = new Set(ofForm.flatMap((label) => label.split(' · ')));
      const all = axesOf(gateway, form).flat();
      expect(all.filter((difference) => !seen.has(difference.name))).toEqual([]);
    }
  },
);

test('a walk: a modest run draws one combination, which the seed chooses', async () => {
  const labels = await labelsOf(new Seeded(1, 'modest'));
  expect(labels.map((label) => label.split(' · ')[0])).toEqual(['chat']);
  expect(await labelsOf(new Seeded(2, 'modest'))).not.toEqual(labels);
});

test('a walk: what a modest run draws of a list changes with the seed', () => {
  const letters = [...'abcdefghij'];
  const some = (seed: number) => drawn(new Seeded(seed, 'modest'), letters, 3);
  expect(some(1)).toHaveLength(3);
  expect(some(1)).toEqual(some(1));
  expect(some(1)).not.toEqual(some(2));
  expect(drawn(new Seeded(1), letters, 3)).toEqual(letters);
});

test('a combination: it fits the contract, and has no more differences than axes', () => {
  const gateway = new Seeded(1);
  for (const form of FORMS) {
    const axes = axesOf(gateway, form);
    for (const trial of combined(gateway, form, () => form.request('word'), axes, 50)) {
      expect([...requestContradictions(trial.request)], trial.label).toEqual([]);
      expect(trial.expected, trial.label).toBe('accepted');
      expect(trial.label.split(' · ').length).toBeLessThanOrEqual(axes.length + 1);
    }
  }
});

test('a combination: one difference that is to be refused makes the whole to be refused', () => {
  const [form] = FORMS;
  const [accepted] = axesOf(new Seeded(1), form ?? expect.fail()).flat();
  const keys = keysOfLengths(form ?? expect.fail());
  const long = keys.find(({ expected }) => expected === 'refused');
  const trial = trialOf(
    { name: 'chat' },
    form?.request('word') ?? expect.fail(),
    [accepted, long].flatMap((difference) => difference ?? []),
  );
  expect(trial.expected).toBe('refused');
  expect(trial.request.expected).toBeUndefined();
  expect(differenceIn(trial.label)).toBe('a key of 256 characters');
});

test.each(FORMS.map((form) => [form.name, form] as const))(
  'small changes of %s: each makes another request, and the first one fits the contract',
  (_, form) => {
    const { first, changed } = smallChanges(EXPECT, form, 'word');
    expect([...requestContradictions(first)]).toEqual([]);
    expect(changed.length).toBeGreaterThan(2);
    const bodies = changed.map(({ of }) => JSON.stringify(of(first).body));
    expect(new Set([...bodies, JSON.stringify(first.body)]).size).toBe(changed.length + 1);
  },
);

test('small changes: a large prompt is also changed in its last character alone', async () => {
  const series = await oneMemberChanged.run(new Seeded(1));
  const large = series.filter((each) => 'label' in each && each.label.includes('60 KiB'));
  expect(large).toHaveLength(4);
});

test('parameters: each form has all of them together, and a body each of them alone', () => {
  for (const form of FORMS) {
    const names = parameterDifferences(EXPECT, form).map(({ name }) => name);
    expect(names, form.name).toContain('all parameters');
    expect(names.length, form.name).toBeGreaterThan(1);
  }
});
