import { note, type Tour } from './tour.ts';

const ASK = { model: 'ref-image', prompt: 'A boat.', size: '24x16', n: 2 };

export const tourImages: Tour = async (gateway) => {
  const post = (change: object) =>
    note(gateway, '/images/generations', { json: { ...ASK, ...change } });
  return await Promise.all([
    post({}),
    post({ n: undefined }),
    post({ size: 'axb' }),
    post({ n: 11 }),
    post({ prompt: undefined }),
    post({ model: 'no-such-model' }),
  ]);
};
