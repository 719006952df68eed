import type { Difference } from './difference.ts';

/** Ids of video jobs that were never created, in the path of the request. */
export function unknownIds(word: () => string): readonly Difference[] {
  const path = (id: string) => ({ path: `/videos/${id}` });
  return [
    idDifference('an unknown id', { id: `video_${word()}` }),
    idDifference('an id of 1000 characters', { id: 'v'.repeat(1000) }),
    idDifference('a slash in an id', path('..%2fvideos')),
    idDifference('a semicolon in an id', path(`${word()};v=1`)),
    idDifference('an id of an emoji', { id: '🎬' }),
    idDifference('a null character in an id', path(`${word()}%00`)),
  ];
}

function idDifference(name: string, where: { id: string } | { path: string }): Difference {
  return { name, expected: 'refused', of: (request) => ({ ...request, ...where }) };
}
