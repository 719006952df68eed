import { idempotencyKeyOf } from '../../exchange/exchange.ts';
import type { Claim } from '../declare.ts';
import type { Expectations, SettingName } from '../expectations.ts';
import {
  isAccepted,
  isSettled,
  keyElsewhereNotRefused,
  notAccepted,
  notRefused,
  wronglyAccepted,
} from '../findings/acceptance.ts';
import { refusalsIn } from '../findings/acceptance-rules.ts';
import { type JudgeRule, need } from '../rule.ts';
import { type RowData, rowOf } from './row.ts';

type SeriesRow = JudgeRule<'series'> & RowData;

/** A valid request to an operation returns 2xx. */
export function accepted(id: string, facts: Claim<'sent'>): JudgeRule<'sent'> & RowData {
  return { ...rowOf(id, 'accepted', facts), evidence: 'sent', judge: refusalsIn };
}

/** Like the valid request before them, these requests return 2xx: they differ in nothing that matters. */
export function acceptedToo(id: string, facts: Claim<'series'>): SeriesRow {
  return { ...rowOf(id, 'acceptedToo', facts), evidence: 'series', judge: notAccepted };
}

/** Unlike the valid request before them, these requests return 4xx. */
export function refused(id: string, facts: Claim<'series'>): SeriesRow {
  return { ...rowOf(id, 'refused', facts), evidence: 'series', judge: notRefused };
}

/** `refused`, where the interface says only that they do not succeed: a 5xx contradicts nothing. */
export function neverAccepted(id: string, facts: Claim<'series'>): SeriesRow {
  return { ...rowOf(id, 'neverAccepted', facts), evidence: 'series', judge: wronglyAccepted };
}

/** `refused` for a key in another place than the Authorization header. */
export function keyRefused(id: string, facts: Claim<'series'>): SeriesRow {
  return { ...rowOf(id, 'keyRefused', facts), evidence: 'series', judge: keyElsewhereNotRefused };
}

/** `neverAccepted` for the requests whose Idempotency-Key is meant, after one with an ordinary key. */
export function idempotencyKeyRefused(
  id: string,
  facts: Claim<'series'> & {
    /** What a finding calls such a key. */
    readonly key: string;
    readonly isMeant: (key: string) => boolean;
    readonly illegal: readonly string[];
  },
): SeriesRow {
  const { key, isMeant } = facts;
  return {
    ...rowOf(id, 'idempotencyKeyRefused', facts),
    evidence: 'series',
    *judge({ exchanges: [ordinary, ...others] }) {
      const meant = others.filter((each) => {
        const sent = idempotencyKeyOf(each);
        return sent !== undefined && isMeant(sent);
      });
      need(ordinary && meant.length > 0, `a request sent with ${key}`);
      yield* wronglyAccepted({ label: key, exchanges: [ordinary, ...meant] });
    },
  };
}

/** The statuses that a request may have, and how a finding calls them. */
export interface Allowed {
  readonly settings?: readonly SettingName[];
  readonly allows: (status: number, expect: Expectations) => boolean;
  readonly expected: (expect: Expectations, label: string) => string;
  /** Statuses that fit, by the settings of the default profile. */
  readonly legal: readonly number[];
  readonly illegal: readonly number[];
}

/** After a valid request, this one returns one of these statuses. */
export function answeredWith(id: string, facts: Claim<'series'> & Allowed): SeriesRow & Allowed {
  const { allows, expected } = facts;
  return {
    ...rowOf(id, 'answeredWith', facts),
    evidence: 'series',
    *judge({ label, exchanges: [good, odd] }, expect) {
      need(good && isAccepted(good), 'a valid request to succeed first, as a control');
      need(odd && isSettled(odd), 'an answer');
      const status = odd.answer?.status ?? 0;
      if (allows(status, expect)) return;
      yield { expected: expected(expect, label), actual: status, where: 'status', exchange: odd };
    },
  };
}
