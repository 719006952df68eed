import { expect, test } from 'vitest';
import { trialOf } from '../../../src/conformance/requests/difference.ts';
import { allForms, type RequestForm } from '../../../src/conformance/requests/forms.ts';
import { memberDifferences } from '../../../src/conformance/requests/members.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { requestContradictions } from '../../../src/conformance/sending/well-formed-request.ts';
import { EXPECT } from '../../support/judge-reference.ts';

const FORMS = allForms(new DryRunGateway('members', EXPECT));

const differencesOf = (form: RequestForm) =>
  memberDifferences(EXPECT, form).map((difference) => {
    const trial = trialOf(form, form.request('word'), [difference]);
    const isValid = requestContradictions(trial.request).next().done === true;
    return { ...trial, name: difference.name, isValid };
  });

const namesOf = (operation: string, wanted: string) =>
  FORMS.filter((form) => form.operation === operation && !form.stream)
    .flatMap(differencesOf)
    .flatMap(({ name, expected }) => (expected === wanted ? [name] : []));

test.each(FORMS.map((form) => [form.name, form] as const))(
  'members of %s: what is to be accepted fits the contract, and what breaks the contract is never to be',
  (_, form) => {
    const trials = differencesOf(form);
    const refused = trials.filter(({ expected }) => expected === 'refused');
    expect(refused.length).toBeGreaterThan(5);
    expect(trials.filter((each) => each.expected === 'accepted' && !each.isValid)).toEqual([]);
    // The contract states no models and no largest number of images.
    const valid = refused.filter(({ isValid }) => isValid).map(({ name }) => name);
    expect(valid).toEqual(form.operation === 'images' ? ['n = 11'] : []);
  },
);

test('members: a request that breaks the contract is not marked as legal, any other one is', () => {
  for (const { label, request, expected, isValid } of FORMS.flatMap(differencesOf)) {
    const isMarked = request.expected === 'legal';
    expect(isMarked, label).toBe(isValid && expected !== 'refused');
  }
});

test('members: each of the contract is tried absent, null, of another type, empty and around its limits', () => {
  expect(namesOf('video-create', 'refused')).toEqual([
    'model absent',
    'model = null',
    'model = 5',
    'model = ""',
    'prompt absent',
    'prompt = null',
    'prompt = 5',
    'prompt = ""',
    'duration = "2"',
    'duration = 1.5',
    'duration = 0',
    'duration = -1',
  ]);
  expect(namesOf('chat', 'refused')).toContain('messages[0].role = 5');
});

test('members: what is legal is to be accepted at its edges, and what nothing states may be either', () => {
  expect(namesOf('chat', 'accepted')).toEqual([
    'temperature = 0',
    'temperature = 1',
    'temperature = 0.5',
  ]);
  expect(namesOf('chat', 'either')).toContain('temperature = null');
  expect(namesOf('images', 'accepted')).toContain('n absent');
});

test('members: the values follow the settings of a profile', () => {
  const images = FORMS.filter(({ operation }) => operation === 'images');
  const names = images
    .flatMap((form) => memberDifferences({ ...EXPECT, imagesMaximum: 4 }, form))
    .map(({ name }) => name);
  expect(names).toContain('n = 5');
  expect(names).not.toContain('n = 11');
});

test('members: each part of a form is tried absent, empty and twice', () => {
  expect(namesOf('transcription', 'refused')).toEqual(
    ['model', 'file'].flatMap((part) => [`${part} absent`, `${part} empty`, `${part} twice`]),
  );
});
