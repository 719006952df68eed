import { expect, test } from 'vitest';
import { pacedResponseStream, pacedStream } from '../../../src/conformance/probes/answers.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import type { UpstreamStep } from '../../../src/exchange/upstream/upstream-step.ts';
import { EXPECT } from '../../support/judge-reference.ts';

test.each([pacedStream, pacedResponseStream])(
  '$name: an answer that is too short to show its pace is followed by a longer one, except from the slow model',
  async (probe) => {
    const asked = async (slowModel: string | null) =>
      await probe.run(new DryRunGateway(probe.name, { ...EXPECT, slowModel }));
    expect(await asked(null)).toHaveLength(2);
    expect(await asked('slow')).toHaveLength(1);
  },
);

/** A gateway whose provider is Assay, and the steps that it gets. */
class WithUpstream extends DryRunGateway {
  readonly steps: UpstreamStep[] = [];
  override readonly upstream = {
    isPresent: true,
    address: '127.0.0.1:1',
    conceal() {},
    script: async (_: string, steps: readonly UpstreamStep[]) => void this.steps.push(...steps),
    seen: async () => ({ exchanges: [], open: 0 }),
  };
}

test.each([pacedStream, pacedResponseStream])(
  '$name: the upstream writes it at a pace that shows whether it is passed on',
  async (probe) => {
    const gateway = new WithUpstream(probe.name, { ...EXPECT, slowModel: null });
    await probe.run(gateway);
    const [{ tokens = 0, itlMs = 0 } = {}] = gateway.steps;
    expect(tokens).toBeGreaterThan(100);
    expect(tokens * itlMs).toBeGreaterThan(400);
  },
);
