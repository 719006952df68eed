import { OPERATION_NAMES, OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { OperationRow } from './schema.ts';
import { standingOf } from './standing.ts';

interface Compared {
  readonly label: string;
  readonly report?: RunReport;
}

/** Operations that one of them does not support, which a client notices first. */
export function operationRows(subjects: readonly Compared[]): readonly OperationRow[] {
  return OPERATION_NAMES.map((operation) => operationRow(operation, subjects)).filter(({ cells }) =>
    cells.some(({ supported }) => supported === false),
  );
}

function operationRow(operation: Operation, subjects: readonly Compared[]): OperationRow {
  const { method, path } = OPERATIONS[operation];
  const endpoint = `${method} ${path}`;
  const cells = subjects.map(({ report }) => operationCell(operation, report));
  const standing = standingOf(
    cells.map(({ supported }) => (supported === null ? null : `${supported}`)),
  );
  const without = subjects.filter((_, at) => cells[at]?.supported === false);
  const labels = without.map(({ label }) => label).join(', ');
  const change = `Clients of ${labels} cannot use ${endpoint}.`;
  return { operation, endpoint, standing, ...(standing === 'differs' && { change }), cells };
}

function operationCell(
  operation: Operation,
  report: RunReport | undefined,
): OperationRow['cells'][number] {
  if (report === undefined) return { supported: null };
  const absent = report.missingOperations?.find((each) => each.operation === operation);
  return absent === undefined ? { supported: true } : { supported: false, reason: absent.reason };
}
