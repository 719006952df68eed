import { expect, test } from 'vitest';
import { imagesDecodes, imagesDimensions } from '../../../src/conformance/rules/images.ts';
import {
  videoDeleteCancels,
  videoDeleteReturnsJob,
  videoDeleteTwice,
  videoPollAfterCancel,
} from '../../../src/conformance/rules/video/cancels.ts';
import { videoCancelAccepted } from '../../../src/conformance/rules/video/jobs.ts';
import { videoContentLeads } from '../../../src/conformance/rules/video/reads.ts';
import { judgeReference } from '../../support/judge-reference.ts';
import { SAMPLE_IMAGES } from '../../support/sample-images.ts';
import { drawn } from '../rules/images/drawn.ts';
import { cancelRefusedAt } from '../rules/video/jobs.ts';

test('exemptions: content is not judged where every content_url is at another address', async () => {
  const [outcome] = await judgeReference([videoContentLeads], { variants: ['video-url-signed'] });
  expect(outcome?.exclusion).toEqual({
    verdict: 'not-applicable',
    reason: 'needs a content_url at the gateway: none was seen',
  });
});

test('exemptions: content at the gateway is judged', async () => {
  const [outcome] = await judgeReference([videoContentLeads], {});
  expect(outcome).not.toHaveProperty('exclusion');
  expect(outcome?.tally.judged).toBeGreaterThan(0);
});

const OF_UNFINISHED_JOBS = [
  videoCancelAccepted,
  videoDeleteReturnsJob,
  videoDeleteCancels,
  videoDeleteTwice,
  videoPollAfterCancel,
];

test('exemptions: no cancel is judged where every job had ended and the gateway says so', async () => {
  const outcomes = await judgeReference(OF_UNFINISHED_JOBS, {
    variants: ['video-instant', 'video-ended-409'],
  });
  expect(outcomes.map(({ exclusion }) => exclusion)).toEqual(
    [
      'a DELETE of an unfinished job',
      'an unfinished job',
      'an unfinished job',
      'an unfinished job',
      'an unfinished job',
    ].map((what) => ({ verdict: 'not-applicable', reason: `needs ${what}: none was seen` })),
  );
});

test('exemptions: cancels stay unverified where a job was refused its cancel and did not end', async () => {
  const [outcome] = await judgeReference([videoDeleteTwice], {
    change: (exchange) =>
      exchange.operation === 'video-cancel' ? cancelRefusedAt(0, 409) : exchange,
  });
  expect(outcome).not.toHaveProperty('exclusion');
  expect(outcome?.tally).toMatchObject({ judged: 0, unverified: 1 });
});

const OF_IMAGES = [imagesDecodes, imagesDimensions];

test('exemptions: no image is judged where each is of a type that Assay cannot decode', async () => {
  const outcomes = await judgeReference(OF_IMAGES, {
    change: () => drawn([{ b64_json: SAMPLE_IMAGES.gif }], { size: '6x4' }),
  });
  const reason = 'needs an image of a type that Assay decodes: none was seen';
  expect(outcomes.map(({ exclusion }) => exclusion?.reason)).toEqual([reason, reason]);
});

test('exemptions: images stay unverified where one is text that is not base64', async () => {
  const items = [SAMPLE_IMAGES.gif, 'no base64'].map((image) => ({ b64_json: image }));
  const outcomes = await judgeReference(OF_IMAGES, {
    change: () => drawn(items, { size: '6x4' }),
  });
  for (const outcome of outcomes) expect(outcome).not.toHaveProperty('exclusion');
});
