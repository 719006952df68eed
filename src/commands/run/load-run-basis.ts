import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import { defined } from '../../input/defined.ts';
import type { LoadRun } from '../../load/load-run.ts';
import type { Assessment } from './assessment.ts';
import { exampleListener } from './session.ts';

/** What every load of an assessment has in common. */
type LoadBasis = Pick<
  LoadRun,
  | 'binary'
  | 'address'
  | 'keys'
  | 'rules'
  | 'profile'
  | 'capabilities'
  | 'signal'
  | 'onExample'
  | 'targetEnded'
  | 'upstream'
>;

type BareLoad = Pick<Assessment, 'target' | 'profile' | 'capabilities' | 'signal'>;

export function loadBasis(assessment: Assessment, binary: string): LoadBasis {
  return {
    ...bareBasis(assessment, binary),
    rules: assessment.catalogue.map(({ rule }) => rule),
    onExample: exampleListener(assessment),
    ...defined({ upstream: assessment.upstream }),
  };
}

/** A load that no rule judges. */
export function bareBasis(
  { target, profile, capabilities, signal }: BareLoad,
  binary: string,
): Omit<LoadBasis, 'onExample'> {
  const { address, keys, access } = target;
  return {
    binary,
    address,
    keys: { ...keys, access: { ...access, key: keyCarriage(profile.expect) } },
    rules: [],
    profile,
    capabilities,
    signal,
    targetEnded: () => target.ended(),
  };
}
