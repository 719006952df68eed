import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import type { LoadRun } from '../../load/load-run.ts';
import { exampleListener } from '../session/example-listener.ts';
import type { Assessment } from './assessment.ts';

/** What every load of an assessment has in common. */
type LoadBasis = Pick<
  LoadRun,
  'binary' | 'address' | 'keys' | 'rules' | 'profile' | 'capabilities' | 'signal' | 'onExample'
>;

export function loadBasis(assessment: Assessment, binary: string): LoadBasis {
  const { target, catalogue, profile, capabilities, signal } = assessment;
  const { address, keys, access } = target;
  return {
    binary,
    address,
    keys: { ...keys, access: { ...access, key: keyCarriage(profile.expect) } },
    rules: catalogue.map(({ rule }) => rule),
    profile,
    capabilities,
    signal,
    onExample: exampleListener(assessment),
  };
}
