import type { Access } from '../../exchange/access.ts';
import type { Configuration } from '../configuration/configuration.ts';

/**
 * The settings of a run in the form of `assay.yaml`: those of the file and of the flags, and what was
 * chosen without them. Secrets of headers and query are placeholders.
 * @param profile name of the profile that was used
 */
export function shownSettings(
  { written, target, workload }: Configuration,
  profile: string,
  { headers, query }: Access,
): Readonly<Record<string, unknown>> {
  const { headers: _headers, query: _query, ...others } = written;
  const configured = typeof written.workload === 'object' ? written.workload : {};
  return {
    ...others,
    target,
    profile,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(query !== '' && { query }),
    workload: { ...configured, seed: workload.seed },
  };
}
