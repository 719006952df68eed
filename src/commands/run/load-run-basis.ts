import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import type { LoadRun } from '../../load/load-run.ts';
import type { Assessment } from './assessment.ts';

/** What every load of an assessment has in common. */
type LoadBasis = Pick<
  LoadRun,
  'binary' | 'address' | 'keys' | 'rules' | 'profile' | 'capabilities' | 'signal' | 'onExample'
>;

export function loadBasis(
  { target, catalogue, profile, capabilities, session, signal }: Assessment,
  binary: string,
): LoadBasis {
  const { address, keys, access } = target;
  return {
    binary,
    address,
    keys: { ...keys, access: { ...access, key: keyCarriage(profile.expect) } },
    rules: catalogue.map(({ rule }) => rule),
    profile,
    capabilities,
    signal,
    onExample: session.onExample,
  };
}
