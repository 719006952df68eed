import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { RuleJudge } from '../../../src/conformance/judge.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import { type Exchange, isSuccess } from '../../../src/exchange/exchange.ts';
import { once } from '../../support/altered-gateway.ts';
import { EXPECT, judgeReference } from '../../support/judge-reference.ts';
import { type TapedRule, taped } from '../../support/taped-rule.ts';
import { edited, editsOf, type MemberEdit } from './member-edit.ts';

/** Probes of which every answer is a good one, with all members. */
const PROBES = new Set([
  'short-chat',
  'short-chat-stream',
  'chat-stream-with-usage',
  'echoed-chat-stream',
  'short-response',
  'short-response-stream',
  'twin-responses',
  'few-images',
  'one-tone',
  'new-video-job',
  'video-jobs-to-their-end',
  'cancelled-video-jobs',
]);

/** The good answers of the reference gateway, and the rules that judge them. */
export class GoodAnswers {
  readonly #rules: readonly TapedRule[];
  readonly #exchanges: readonly Exchange[];

  private constructor(rules: readonly TapedRule[]) {
    this.#rules = rules;
    const all = rules.flatMap(({ pieces }) =>
      pieces.flatMap((piece) => ('exchanges' in piece ? piece.exchanges : [piece])),
    );
    this.#exchanges = [...new Set(all)].filter(({ answer }) => isSuccess(answer));
  }

  static async record(): Promise<GoodAnswers> {
    const rules = CATALOGUE.map(({ rule }) => rule)
      .filter(({ probe, measuresTime }) => PROBES.has(probe.name) && measuresTime !== true)
      .map((rule) => taped(rule));
    await judgeReference(
      rules.map(({ rule }) => rule),
      { effort: 'modest' },
    );
    return new GoodAnswers(rules);
  }

  /** Each member of each answer, taken away and made null. */
  edits(): readonly MemberEdit[] {
    const all = this.#exchanges.flatMap(({ operation, answer }) =>
      operation === 'other' ? [] : editsOf(operation, textOf(answer?.body)),
    );
    return [...new Map(all.map((edit) => [JSON.stringify(edit), edit])).values()];
  }

  /** What the rules find of an edit, on the answers that it changes. */
  findings(edit: MemberEdit): readonly MemberFinding[] {
    const change = once((exchange) => withEdit(exchange, edit));
    const isChanged = (exchange: Exchange) => change(exchange) !== exchange;
    const changed = this.#exchanges.filter(isChanged);
    return this.#rules.flatMap(({ rule, pieces }) => {
      const judge = new RuleJudge(rule, EXPECT);
      for (const piece of pieces) {
        if (!('exchanges' in piece)) {
          if (isChanged(piece)) judge.judgeOwn(change(piece));
        } else if (piece.exchanges.some(isChanged)) {
          judge.judgeOwn({ ...piece, exchanges: piece.exchanges.map(change) });
        }
      }
      if (isShared(rule, edit)) {
        for (const exchange of changed) {
          if (!pieces.includes(exchange)) judge.judgeShared(change(exchange));
        }
      }
      const examples = [...judge.tally.byOperation.values()].flatMap((kept) => kept.examples);
      return examples.map(({ finding }) => ({ rule, isNamed: isPlaceOf(finding.where, edit) }));
    });
  }
}

/** Ids of the rules that name a member; where none of those is required, also of those that follow. */
export function rulesAbout(findings: readonly MemberFinding[]): string[] {
  const named = findings.filter(({ isNamed }) => isNamed);
  const isRequired = ({ rule }: MemberFinding) => rule.level === 'must';
  const about = named.some(isRequired) ? named : [...named, ...findings.filter(isRequired)];
  return [...new Set(about.map(({ rule }) => rule.id))];
}

interface MemberFinding {
  readonly rule: Rule;
  /** Whether the finding is about the member itself, not about what follows from it. */
  readonly isNamed: boolean;
}

/** `response.created, response.model` is the place of the member `response.model`. */
function isPlaceOf(where = '', { member }: MemberEdit): boolean {
  const place = where.replaceAll(/\[\d+\]/g, '[]').replace(/^.*, /, '');
  return place !== '' && `.${member}`.endsWith(`.${place}`);
}

function isShared({ evidence, operations }: Rule, edit: MemberEdit): boolean {
  return !OVER_SEVERAL.has(evidence) && operations.some((each) => each === edit.operation);
}

const OVER_SEVERAL: ReadonlySet<string> = new Set(['key', 'job', 'series', 'relay']);

function withEdit(exchange: Exchange, edit: MemberEdit): Exchange {
  const { answer, operation } = exchange;
  if (answer?.body === undefined || operation !== edit.operation || !isSuccess(answer)) {
    return exchange;
  }
  const text = textOf(answer.body);
  const after = edited(text, edit);
  if (after === text) return exchange;
  const body = Buffer.from(after);
  const atMs = answer.reads.at(-1)?.atMs ?? 0;
  const reads = [{ endOffset: body.length, atMs }];
  return { ...exchange, answer: { ...answer, body, sizeBytes: body.length, reads } };
}

function textOf(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? []).toString('utf8');
}
