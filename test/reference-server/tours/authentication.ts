import { dig } from '../support/dig.ts';
import { note, type Tour } from './tour.ts';

export const tourAuthentication: Tour = async (gateway) => {
  const [key] = gateway.keys;
  const json = { model: 'ref-video', prompt: 'A boat.' };
  const created = await (await gateway.ask('/videos', { json })).json();
  const refused = [key, 'Bearer unknown_live_key', `Bearer ${key.slice(0, -1)}x`];
  const accepted = [`bearer ${key}`, `Bearer   ${key}`];
  const seen: unknown[] = [];
  for (const authorization of [undefined, ...refused, ...accepted]) {
    const headers = authorization === undefined ? {} : { authorization };
    for (const path of [`/videos/${dig(created, 'id')}`, '/videos/video_unknown']) {
      const [status, , challenge, , body] = await note(gateway, path, { key: null, headers });
      seen.push(status === 200 ? status : [status, challenge, body]);
    }
  }
  const cookie = { cookie: `api_key=${key}` };
  return [
    seen,
    await note(gateway, `/videos/x?api_key=${key}`, { key: null }),
    await note(gateway, '/videos/x', { key: null, headers: cookie }),
  ];
};
