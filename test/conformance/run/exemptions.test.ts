import { expect, test } from 'vitest';
import { videoContentLeads } from '../../../src/conformance/rules/video/video-content-leads.ts';
import { judgeReference } from '../../support/judge-reference.ts';

test('exemptions: content is not judged where every content_url is at another address', async () => {
  const [outcome] = await judgeReference([videoContentLeads], { variants: ['video-url-signed'] });
  expect(outcome?.exclusion).toEqual({
    verdict: 'not-applicable',
    reason: 'needs a content_url at the gateway: every content_url is at another address',
  });
});

test('exemptions: content at the gateway is judged', async () => {
  const [outcome] = await judgeReference([videoContentLeads], {});
  expect(outcome).not.toHaveProperty('exclusion');
  expect(outcome?.tally.judged).toBeGreaterThan(0);
});
