import { CHAT } from '../start.ts';
import { note, type Tour } from './tour.ts';

export const tourErrors: Tour = async (gateway) => {
  const path = '/chat/completions';
  const headers = { 'content-type': 'application/json' };
  const deep = `{"a":${'['.repeat(9999)}${']'.repeat(9999)}}`;
  return [
    await note(gateway, path, { body: '{"model":', headers }),
    await note(gateway, path, { body: deep, headers }),
    await note(gateway, path, { json: { ...CHAT, messages: [], stream: true } }),
    await note(gateway, path, { json: { ...CHAT, model: 'ref-fail' } }),
    (
      await note(gateway, path, {
        json: { ...CHAT, model: 'ref-echo' },
        headers: { 'content-type': 'application/json; charset=utf-8' },
      })
    )[0],
    await note(gateway, path, { method: 'PATCH' }),
    await note(gateway, '/nowhere'),
    await note(gateway, '/videos', { json: { model: 'ref-video' } }),
  ];
};
