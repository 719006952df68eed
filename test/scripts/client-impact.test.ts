import { describe, expect, test } from 'vitest';
import type { Json, Outcome } from '../../scripts/client-impact/clients.ts';
import {
  comparable,
  type Effect,
  effectsOf,
  groupedEffects,
} from '../../scripts/client-impact/effects.ts';

type Seen = Partial<Outcome> & { readonly billed?: number };

const seen = ({ billed = 1, ...outcome }: Seen) => ({
  outcome: { requests: 1, ...outcome },
  billed,
});
const error = (name: string, code = 'bad') => ({ error: { name, status: 400, code } });
const said = (text: string, more: { [name: string]: Json } = {}) => ({ value: { text, ...more } });

describe('effects of a fault on a call', () => {
  const cases: readonly [what: string, clean: Seen, faulty: Seen, effects: readonly Effect[]][] = [
    ['the same value', said('Hello.'), said('Hello.'), []],
    ['an error', said('Hello.'), error('SyntaxError'), [effect('throws', 'SyntaxError')]],
    [
      'an error of a timeout',
      said('Hello.'),
      { error: { name: 'APITimeoutError' } },
      [effect('hangs')],
    ],
    [
      'a value instead of an error',
      { ...error('NotFoundError'), billed: 0 },
      said('Hello.'),
      [effect('hides-error', 'NotFoundError')],
    ],
    [
      'an error of another class',
      error('RateLimitError'),
      error('APIError'),
      [effect('other-error', 'APIError instead of RateLimitError')],
    ],
    [
      'an error with another code',
      error('APIError', 'bad'),
      error('APIError', 'worse'),
      [effect('other-details', 'code')],
    ],
    ['an error that is the same', error('APIError'), error('APIError'), []],
    ['a text without its end', said('Hello.'), said('Hel'), [effect('loses-text')]],
    ['a text without a piece in between', said('Hello.'), said('Heo.'), [effect('loses-text')]],
    [
      'a text without its end, and a reason that says so',
      said('Hello.', { finish_reason: 'stop' }),
      said('Hel', { finish_reason: 'error' }),
      [effect('wrong-value', 'text', 'finish_reason')],
    ],
    ['another text', said('Hello.'), said('Hullo!'), [effect('wrong-value', 'text')]],
    [
      'a missing member of items',
      { value: [{ usage: { total: 3 } }, { usage: { total: 4 } }] },
      { value: [{ usage: {} }, { usage: {} }] },
      [effect('wrong-value', 'usage.total')],
    ],
    [
      'a text that arrives at once',
      said('Hello.', { late: false }),
      said('Hello.', { late: true }),
      [effect('late-text')],
    ],
    [
      'two ids where there was one',
      { value: [{ id: 'a-1' }, { id: 'a-1' }] },
      { value: [{ id: 'b-1' }, { id: 'b-2' }] },
      [effect('wrong-value', 'id')],
    ],
    ['a second request', said('Hello.'), { ...said('Hello.'), requests: 2 }, [effect('retries')]],
    [
      'a second charge',
      said('Hello.'),
      { ...said('Hello.'), billed: 2 },
      [effect('costs-more', '2 calls instead of 1')],
    ],
  ];

  test.each(cases)('%s', (_what, clean, faulty, effects) => {
    expect(effectsOf(seen(clean), seen(faulty))).toEqual(effects);
  });

  test('an edited member that the client only passes on does not count, what follows from it does', () => {
    const clean = seen({ value: { modelId: 'ref-chat', total: 3 } });
    const passedOn = seen({ value: { modelId: 'none', total: 3 } });
    const broken = seen({ value: { modelId: 'none', total: 0 } });
    expect(effectsOf(clean, passedOn, 'response.model')).toEqual([]);
    expect(effectsOf(clean, broken, 'response.model')).toEqual([effect('wrong-value', 'total')]);
  });

  test('no end in time is a hang, unless the call hangs without the fault too', () => {
    const never = { outcome: undefined, billed: 0 };
    expect(effectsOf(seen(said('Hello.')), never)).toEqual([effect('hangs')]);
    expect(effectsOf(never, never)).toEqual([]);
  });
});

function effect(name: Effect['effect'], ...details: readonly string[]): Effect {
  return { effect: name, details };
}

test('comparable values: ids are numbered wherever they stand, and the present time is a word', () => {
  const now = Math.floor(Date.now() / 1000);
  expect(
    comparable({ id: 'video_7f', created_at: now, content_url: '/videos/video_7f/content' }),
  ).toEqual({ id: '#1', created_at: 'now', content_url: '/videos/#1/content' });
  expect(comparable({ created: now + 0.5, completed_at: now * 1000 })).toEqual({
    created: now + 0.5,
    completed_at: now * 1000,
  });
});

test('grouped effects: members of several calls stand together, errors apart', () => {
  const grouped = groupedEffects('AI SDK', [
    { call: 'chat', effects: [effect('wrong-value', 'a', 'b')] },
    { call: 'image', effects: [effect('wrong-value', 'b', 'c', 'd')] },
    { call: 'video', effects: [effect('throws', 'TypeError')] },
    { call: 'responses', effects: [effect('throws', 'SyntaxError')] },
    { call: 'transcription', effects: [effect('throws', 'TypeError')] },
  ]);
  expect(grouped.map(({ effect: name, detail, calls }) => [name, detail, calls])).toEqual([
    ['wrong-value', 'a, b, c and more', ['chat', 'image']],
    ['throws', 'TypeError', ['video', 'transcription']],
    ['throws', 'SyntaxError', ['responses']],
  ]);
});
