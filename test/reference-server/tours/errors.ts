import { CHAT } from '../support/start.ts';
import { note, type Tour } from './tour.ts';

export const tourErrors: Tour = async (gateway) => {
  const path = '/chat/completions';
  const headers = { 'content-type': 'application/json' };
  const deep = `{"a":${'['.repeat(9999)}${']'.repeat(9999)}}`;
  return await Promise.all([
    note(gateway, path, { body: '{"model":', headers }),
    note(gateway, path, { body: deep, headers }),
    note(gateway, path, { json: { ...CHAT, messages: [], stream: true } }),
    note(gateway, path, { json: CHAT }),
    note(gateway, path, { json: { ...CHAT, stream: true } }),
    note(gateway, path, { json: { ...CHAT, model: 'ref-fail' } }),
    note(gateway, path, { json: { ...CHAT, model: 'ref-limited' } }),
    statusOf(
      note(gateway, path, {
        json: CHAT,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
    ),
    note(gateway, path, { method: 'PATCH' }),
    note(gateway, '/nowhere'),
    note(gateway, '/videos', { json: { model: 'ref-video' } }),
  ]);
};

async function statusOf(noted: Promise<readonly unknown[]>): Promise<unknown> {
  return (await noted)[0];
}
