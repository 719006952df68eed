import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { EvidenceKind, EvidenceOf } from '../../src/conformance/evidence.ts';
import { resultsOf } from '../../src/conformance/findings/idempotent-results.ts';
import type { Rule } from '../../src/conformance/rule.ts';
import { OPERATIONS, type Operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The form of evidence, which a rule over it must have read. */
export const FORMS = ['body', 'stream', 'error', 'replay', 'job', 'series'] as const;

export type Form = (typeof FORMS)[number];

/** How many pieces of evidence a rule judged, by operation and form. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  of(rule: Rule, operation: Operation, form: Form): number {
    return this.#counts.get(nameOf(rule.id, operation, form)) ?? 0;
  }

  /** The rule with a judge that counts the evidence that settles it. */
  counting(rule: Rule): Rule {
    const count = (evidence: EvidenceOf[EvidenceKind]) => this.#count(rule, evidence);
    if ('fold' in rule) {
      const fold: typeof rule.fold = (expect) => {
        const { add } = rule.fold(expect);
        return {
          *add(evidence) {
            yield* add(evidence);
            count(evidence);
          },
        };
      };
      return { ...rule, fold };
    }
    return {
      ...rule,
      *judge(evidence, expect) {
        yield* rule.judge(evidence, expect);
        count(evidence);
      },
    };
  }

  #count(rule: Rule, evidence: EvidenceOf[EvidenceKind]): void {
    const exchanges = 'exchanges' in evidence ? evidence.exchanges : [evidence.exchange];
    const operations = new Set(exchanges.map(({ operation }) => operation));
    for (const form of formsIn(rule, evidence)) {
      for (const operation of operations) {
        const name = nameOf(rule.id, operation, form);
        this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
      }
    }
  }
}

function nameOf(rule: string, operation: Exchange['operation'], form: Form): string {
  return `${rule} ${operation} ${form}`;
}

function formsIn({ evidence: kind }: Rule, evidence: EvidenceOf[EvidenceKind]): readonly Form[] {
  if (!('exchanges' in evidence)) return [formOf(evidence.exchange)];
  if (kind === 'job') return ['job'];
  if (kind !== 'key') return ['series'];
  const forms = resultsOf(evidence).map(({ reply }) => reply.form);
  return ['replay', ...new Set(forms)];
}

function formOf({ answer }: Exchange): Form {
  const { status = 0, headers = [] } = answer ?? {};
  if (status < 200 || status > 299) return 'error';
  const isStream = headers.some(
    ([name, value]) => name === 'content-type' && value.startsWith('text/event-stream'),
  );
  return isStream ? 'stream' : 'body';
}

/** The cells that a rule claims by its kind of evidence and its operations. */
export function claimedCells(rule: Rule): readonly (readonly [Operation, Form])[] {
  return rule.operations.flatMap((operation) =>
    formsOf(rule.evidence, OPERATIONS[operation].streams).map((form) => [operation, form] as const),
  );
}

function formsOf(kind: EvidenceKind, streams: boolean): readonly Form[] {
  const replies: readonly Form[] = streams ? ['body', 'stream'] : ['body'];
  switch (kind) {
    case 'answer':
      return ['body'];
    case 'stream':
      return ['stream'];
    case 'reply':
    case 'begun':
    case 'sent':
      return replies;
    case 'failure':
      return ['error'];
    case 'any':
    case 'received':
    case 'responded':
      return [...replies, 'error'];
    case 'key':
      return ['replay', ...replies];
    case 'job':
      return ['job'];
    case 'series':
    case 'history':
    case 'relay':
      return ['series'];
  }
}

const GAPS_FILE = join(import.meta.dirname, 'coverage-gaps.json');

const GapsSchema = z.record(
  z.string().describe('"rule operation form", with * for any operation or form'),
  z.string().min(20).describe('why the rule has nothing to judge there'),
);

/** Cells that a rule claims and a clean run leaves empty, with the reason. */
export function readGaps(): ReadonlyMap<string, string> {
  return new Map(Object.entries(GapsSchema.parse(JSON.parse(readFileSync(GAPS_FILE, 'utf8')))));
}

/** Why a cell may be empty; undefined when it must not be. */
export function gapOf(
  gaps: ReadonlyMap<string, string>,
  rule: Rule,
  [operation, form]: readonly [Operation, Form],
): string | undefined {
  const names = [
    `${rule.id} ${operation} ${form}`,
    `${rule.id} * ${form}`,
    `${rule.id} ${operation} *`,
  ];
  return names.flatMap((name) => gaps.get(name) ?? []).at(0);
}
