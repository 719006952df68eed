import { FAULTS, VARIANTS } from '../../../reference-server/alterations.ts';
import { runSecrets } from '../../../src/exchange/redaction/redact.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { Upstream } from '../../../src/target/upstream/upstream.ts';

/** An upstream on a free port of this machine. */
export async function startUpstream(keys: {
  readonly first: string;
  readonly second?: string;
}): Promise<Upstream> {
  return Upstream.start({
    engine: await findEngine(),
    listen: '127.0.0.1:0',
    secrets: runSecrets(keys.first, keys.second),
  });
}

/** Whether a gateway with these faults and variants has to relay. */
export function mustRelay(faults: readonly string[], variants: readonly string[]): boolean {
  const chosen = [...faults.map((id) => FAULTS.get(id)), ...variants.map((id) => VARIANTS.get(id))];
  return chosen.some((alteration) => alteration?.needsUpstream === true);
}
