import { isIncremental, note, type Tour } from './tour.ts';

const ECHO = { model: 'ref-echo', instructions: 'Be brief.', input: 'é 漢 🌍 four' };

export const tourResponses: Tour = async (gateway) => {
  const post = (change: object) => note(gateway, '/responses', { json: { ...ECHO, ...change } });
  return [
    await post({}),
    await post({ stream: true }),
    await post({ input: undefined }),
    await post({ model: 'ref-fail-mid', stream: true }),
    await isIncremental(gateway, '/responses', { ...ECHO, model: 'ref-responses' }),
  ];
};
