import { conform } from '@assay/cli';
import { expect, test } from 'vitest';
import '@assay/cli/vitest';

test('the gateway streams chats as the interface says', async () => {
  const report = await conform(process.env.GATEWAY, { areas: ['chat-stream'] });
  expect(report).toConform({ area: 'chat-stream' });
}, 120_000);
