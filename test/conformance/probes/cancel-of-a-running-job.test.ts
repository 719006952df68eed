import { expect, test } from 'vitest';
import { videoCancelAccepted } from '../../../src/conformance/rules/video/jobs.ts';
import { judgeReference } from '../../support/judge-reference.ts';

const ENDED_BEFORE = ['video-instant', 'video-ended-409'];

test('cancel of a running job: a job that had ended before it may refuse the cancel', async () => {
  const [outcome] = await judgeReference([videoCancelAccepted], { variants: ENDED_BEFORE });
  expect(outcome?.tally).toMatchObject({ findings: 0, judged: 0 });
});

test('cancel of a running job: the cancel of a job that had ended is accepted, too', async () => {
  const [outcome] = await judgeReference([videoCancelAccepted], { variants: ['video-instant'] });
  expect(outcome?.tally).toMatchObject({ findings: 0, judged: 1 });
});

test('cancel of a running job: a status other than a refusal is a finding, whatever the job', async () => {
  const [outcome] = await judgeReference([videoCancelAccepted], {
    variants: ENDED_BEFORE,
    faults: ['vid-cancel-500'],
  });
  expect(outcome?.tally).toMatchObject({ findings: 1 });
});
