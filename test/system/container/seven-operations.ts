import { z } from 'zod';
import type { Target } from '../../../src/target/target.ts';

/** The least that each operation takes, sent with the first key; resolves to the answers. */
export async function callEach(target: Target): Promise<Record<string, unknown>> {
  const call = caller(target);
  const video = await call('/videos', json({ model: 'ref-video', prompt: 'A kite', duration: 4 }));
  const path = `/videos/${z.object({ id: z.string() }).parse(video).id}`;
  return {
    chat: await call(
      '/chat/completions',
      json({ model: 'ref-chat', messages: [{ role: 'user', content: 'Hello' }] }),
    ),
    responses: await call('/responses', json({ model: 'ref-responses', input: 'Hello' })),
    images: await call(
      '/images/generations',
      json({ model: 'ref-image', prompt: 'A kite', n: 1, size: '64x64' }),
    ),
    transcription: await call('/audio/transcriptions', { method: 'POST', body: recording() }),
    'video-create': video,
    'video-read': await call(path, {}),
    'video-cancel': await call(path, { method: 'DELETE' }),
  };
}

function caller({ address, keys }: Target) {
  return async (path: string, { headers, ...request }: RequestInit): Promise<unknown> => {
    const authorization = `Bearer ${keys.first}`;
    const answer = await fetch(`${address}${path}`, {
      ...request,
      headers: { ...headers, authorization },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

function json(body: object): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

function recording(): FormData {
  const form = new FormData();
  form.set('model', 'ref-transcription');
  form.set('file', new File(['RIFF'], 'hello.wav', { type: 'audio/wav' }));
  return form;
}
