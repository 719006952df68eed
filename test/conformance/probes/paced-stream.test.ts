import { expect, test } from 'vitest';
import { pacedStream } from '../../../src/conformance/probes/chat-stream.ts';
import { pacedResponseStream } from '../../../src/conformance/probes/responses-stream.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
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
