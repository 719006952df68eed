import { OPERATION_NAMES, OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { RequestHead } from './request-reader.ts';

/** The operation of a request, by its method and path. */
export interface RequestedOperation {
  readonly operation: Operation | 'other';
  /** The video job that the path names. */
  readonly jobId?: string;
}

/** @param basePath path of the target's base address, without a slash at its end */
export function requestedOperation(
  { method, path }: Pick<RequestHead, 'method' | 'path'>,
  basePath: string,
): RequestedOperation {
  const [pathname = ''] = path.split('?', 1);
  if (!pathname.startsWith(basePath)) return { operation: 'other' };
  const below = pathname.slice(basePath.length);
  for (const operation of OPERATION_NAMES) {
    const facts = OPERATIONS[operation];
    if (facts.method !== method) continue;
    if (facts.path === below) return { operation };
    const [before = '', after] = facts.path.split('{id}');
    const jobId = below.slice(before.length);
    if (after === undefined || !below.startsWith(before) || !/^[^/]+$/.test(jobId)) continue;
    return { operation, jobId };
  }
  return { operation: 'other' };
}
