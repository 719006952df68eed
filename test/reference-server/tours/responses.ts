import { isIncremental, note, type Tour } from './tour.ts';

const ECHO = { model: 'ref-echo', instructions: 'Be brief.', input: 'é 漢 🌍 four' };

export const tourResponses: Tour = async (gateway) => {
  const post = (change: object) => note(gateway, '/responses', { json: { ...ECHO, ...change } });
  return await Promise.all([
    post({}),
    post({ stream: true }),
    post({ input: undefined }),
    post({ model: 'ref-fail-mid', stream: true }),
    isIncremental(gateway, '/responses', { ...ECHO, model: 'ref-responses' }),
  ]);
};
