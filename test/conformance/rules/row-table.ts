import type { EvidenceKind } from '../../../src/conformance/evidence.ts';
import type { RowData } from '../../../src/conformance/rows/row.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import type { Row } from '../../../src/library/testing/judge-row.ts';

/** The evidence that each rule of a kind is judged by. */
export type Tables = Readonly<
  Record<string, (rule: Rule & RowData) => readonly Row<EvidenceKind>[]>
>;

/** The first operation of a rule, whose answers the table shows. */
export function operationOf({ id, operations: [first] }: Rule): Operation {
  if (first === undefined) throw new Error(`${id} names no operation.`);
  return first;
}
