import { isOperation, OPERATIONS } from '../../contract/operations.ts';
import type { RunReport } from '../schema/run-report.ts';

/** A line of the configuration file, counted from 1. */
export interface ConfigurationPlace {
  readonly file: string;
  readonly line: number;
}

/**
 * The line of the configuration that is about an operation or an objective, else that of the
 * target, else the first; undefined when no file was read.
 * @param operation as a report names it: also `other`, `all` and others that no line is about
 */
export function configurationPlace(
  { configuration }: Pick<RunReport, 'configuration'>,
  {
    operation,
    objective,
  }: { readonly operation?: string | undefined; readonly objective?: string },
): ConfigurationPlace | undefined {
  if (configuration === undefined) return undefined;
  const { file, lines = {} } = configuration;
  const names = [
    ...(objective === undefined ? [] : [`slo.${objective}`, 'slo']),
    ...(operation === undefined ? [] : operationKeys(operation)),
    'target',
  ];
  const [line = 1] = names.flatMap((name) => lines[name] ?? []);
  return { file, line };
}

function operationKeys(operation: string): readonly string[] {
  const facts = isOperation(operation) ? OPERATIONS[operation] : undefined;
  if (facts === undefined) return [];
  const key = 'model' in facts ? facts.model.key : 'video';
  return [`operations.${operation}`, `models.${key}`];
}
