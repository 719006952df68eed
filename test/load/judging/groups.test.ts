import { describe, expect, test } from 'vitest';
import type { Exchange, Group } from '../../../src/exchange/exchange.ts';
import { Groups, type WholeGroup } from '../../../src/load/judging/groups.ts';
import { decodeExchange } from '../../../src/load/tap/exchange-frame.ts';
import { exchangeHeader } from '../tap/frame-bytes.ts';

const KEY: Group = { kind: 'key', id: 'k1' };

function member(change: Record<string, unknown> = {}, body = 'x'): Exchange {
  return decodeExchange(exchangeHeader({ group: KEY, ...change }), Buffer.from(body));
}

function collect(limits?: ConstructorParameters<typeof Groups>[0]) {
  const whole: WholeGroup[] = [];
  const groups = new Groups(limits);
  const end = (group: Group, members: number) => {
    const ended = groups.end({ ...group, members });
    if (ended !== undefined) whole.push(ended);
  };
  return { groups, whole, end };
}

describe('groups', () => {
  test('groups: a group that ended with all its members is whole, in the order sent', () => {
    const { groups, whole, end } = collect();
    groups.add(member({ id: 2, sendNs: 9_000_000 }));
    groups.add(member({ id: 1, sendNs: 5_000_000 }));
    groups.add(member({ id: 3, group: undefined }));
    expect(whole).toEqual([]);
    end(KEY, 2);

    expect(whole.map(({ kind, series }) => [kind, series.label])).toEqual([['key', 'k1']]);
    expect(whole[0]?.series.exchanges.map(({ id }) => id)).toEqual([1, 2]);
    expect(groups.counts()).toEqual({ judged: 1, notJudged: 0 });
    expect(groups.heldBytes).toBe(0);
  });

  test('groups: a key and a job with the same name are two groups', () => {
    const { groups, whole, end } = collect();
    groups.add(member());
    groups.add(member({ group: { kind: 'job', id: KEY.id } }));
    end(KEY, 1);
    end({ kind: 'job', id: KEY.id }, 1);
    expect(whole.map(({ kind }) => kind)).toEqual(['key', 'job']);
  });

  test('groups: two engines may use one name, and share the limits', () => {
    const { groups, end } = collect({ groups: 100, bytes: 3 * 2048 });
    groups.add(member(), 0);
    groups.add(member(), 1);
    expect(groups.end({ ...KEY, members: 1 }, 1)?.series.exchanges).toHaveLength(1);
    for (let engine = 1; engine <= 5; engine += 1) groups.add(member(), engine);
    expect(groups.heldBytes).toBeLessThan(3 * 2048);
    end(KEY, 1);
    expect(groups.counts()).toEqual({ judged: 1, notJudged: 1 });
  });

  test.each([
    ['a member whose frame is missing', [member()], 2],
    ['a member without its body', [member(), member({ bodyDropped: true })], 2],
    ['a member cut by the end', [member(), member({ outcome: 'cut-by-end' })], 2],
    ['no member at all', [], 1],
  ])('groups: a group with %s is not judged', (_, members, count) => {
    const { groups, whole, end } = collect();
    for (const exchange of members) groups.add(exchange);
    end(KEY, count);
    groups.finish();
    expect(whole).toEqual([]);
    expect(groups.counts()).toEqual({ judged: 0, notJudged: 1 });
    expect(groups.heldBytes).toBe(0);
  });

  test('groups: a group that never ended is not judged', () => {
    const { groups } = collect();
    groups.add(member());
    groups.finish();
    expect(groups.counts()).toEqual({ judged: 0, notJudged: 1 });
  });

  test('groups: above the limit of bytes the oldest is discarded, and later ones are judged', () => {
    const { groups, whole, end } = collect({ groups: 100, bytes: 10_000 });
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const id of ids) {
      groups.add(member({ group: { kind: 'key', id } }, 'x'.repeat(2000)));
      expect(groups.heldBytes).toBeLessThanOrEqual(10_000);
    }
    for (const id of ids) end({ kind: 'key', id }, 1);
    expect(whole.map(({ series }) => series.label)).toEqual(['e', 'f']);
    expect(groups.counts()).toEqual({ judged: 2, notJudged: 4 });
  });

  test('groups: above the limit of groups the oldest is discarded', () => {
    const { groups, whole, end } = collect({ groups: 2, bytes: 1_000_000 });
    for (const id of ['a', 'b', 'c']) groups.add(member({ group: { kind: 'key', id } }));
    end({ kind: 'key', id: 'c' }, 1);
    groups.finish();
    expect(whole.map(({ series }) => series.label)).toEqual(['c']);
    expect(groups.counts()).toEqual({ judged: 1, notJudged: 2 });
  });
});
