import { expect, test } from 'vitest';
import { readChallenges } from '../../src/answers/www-authenticate.ts';

test.each([
  ['a scheme alone', 'Bearer', ['bearer']],
  ['no challenge', '', []],
  ['commas without anything between', ' , ,', []],
  ['a parameter', 'Bearer realm="a"', ['bearer realm']],
  ['parameters in any case and spacing', 'bEARER Realm = a ,ERROR="b"', ['bearer realm error']],
  ['empty elements', 'Bearer realm="a", ,error="b",', ['bearer realm error']],
  ['a comma in quotes', 'Basic realm="a, Bearer error=1"', ['basic realm']],
  ['a quote in quotes', String.raw`Basic realm="a\", Bearer x=\"", x=1`, ['basic realm x']],
  ['two schemes', 'Basic realm="a", error="b", Bearer', ['basic realm error', 'bearer']],
  [
    'a token that is not a parameter',
    'Negotiate YQ==, Bearer realm="a"',
    ['negotiate', 'bearer realm'],
  ],
  ['a quote that is never closed', 'Bearer realm="a, error=1', ['bearer']],
])('challenges: %s is read', (_, value, expected) => {
  const words = readChallenges(value).map(({ scheme, parameters }) =>
    [scheme, ...parameters].join(' '),
  );
  expect(words).toEqual(expected);
});
