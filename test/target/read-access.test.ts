import { expect, test } from 'vitest';
import { queryWithSecrets, withSecrets } from '../../src/exchange/access.ts';
import { parseHeader, readAccess, requireNoKeyHeader } from '../../src/target/read-access.ts';

const ENVIRONMENT = { TEAM_TOKEN: 'abc/def==', EMPTY: '', BROKEN: 'a\r\nb' };
const read = (headers: Readonly<Record<string, string>>, query?: string) =>
  readAccess({ headers, query }, ENVIRONMENT);

test('access: a value from the environment is sent, and shown by its name', () => {
  const access = read({ 'X-Team': 'team ${TEAM_TOKEN}' }, '?api-version=1&code=${TEAM_TOKEN}');
  expect(access.headers).toEqual([['x-team', 'team ${TEAM_TOKEN}']]);
  expect(access.query).toBe('api-version=1&code=${TEAM_TOKEN}');
  expect(withSecrets(access.headers[0]?.[1] ?? '', access)).toBe('team abc/def==');
  expect(queryWithSecrets(access)).toBe('api-version=1&code=abc%2Fdef%3D%3D');
});

test.each([
  ['X-Api-Token', 'abcdefgh', 'X_API_TOKEN'],
  ['Ocp-Apim-Subscription-Key', 'abcdefgh', 'OCP_APIM_SUBSCRIPTION_KEY'],
  ['Cookie', 'a=b', 'COOKIE'],
  ['X-Upstream', 'sk-proj-1234', 'X_UPSTREAM'],
  ['X-Upstream', 'Basic dXNlcg==', 'X_UPSTREAM'],
  ['X-Org', '0123456789abcdef0123456789abcdef', 'X_ORG'],
])('access: %s: %s is a secret by its name or its form', (name, value, variable) => {
  const access = read({ [name]: value });
  expect(access.headers).toEqual([[name.toLowerCase(), `\${${variable}}`]]);
  expect(access.secrets).toEqual({ [variable]: value });
});

test('access: a value that is not a secret is shown as it is', () => {
  const access = read({ 'X-Team': 'qa', 'OpenAI-Beta': 'assistants=v2' }, 'api-version=2024-10-21');
  expect(access).toEqual({
    headers: [
      ['x-team', 'qa'],
      ['openai-beta', 'assistants=v2'],
    ],
    query: 'api-version=2024-10-21',
    secrets: {},
  });
});

test.each([
  [{ 'X Team': 'a' }, 'Header name is invalid: "X Team". Use letters, digits and hyphens'],
  [{ Host: 'a' }, 'Header cannot be set: Host. It depends on each request.'],
  [{ 'content-length': '1' }, 'Header cannot be set: content-length.'],
  [{ 'Transfer-Encoding': 'chunked' }, 'Header cannot be set: Transfer-Encoding.'],
  [{ 'X-Team': 'a\r\nX-Evil: b' }, 'Header X-Team contains a line break'],
  [
    { 'X-Team': 'ключ' },
    'Header X-Team contains a line break, a control character or a character outside',
  ],
  [{ 'X-Team': '${NOT_THERE}' }, 'needs the environment variable NOT_THERE, which is not set.'],
  [{ 'X-Team': '${EMPTY}' }, 'needs the environment variable EMPTY, which is not set.'],
  [{ 'X-Team': '${BROKEN}' }, 'BROKEN contains a line break'],
  [{ 'X-Team': '${1a}' }, 'contains ${ without a variable name.'],
  [{ 'X-Team': 'a', 'x-team': 'b' }, 'Header is set twice, in different case: x-team.'],
])('access: the header %j is refused with an explanation', (headers, sentence) => {
  expect(() => read(headers)).toThrow(sentence);
});

test.each([
  ['', 'The query is empty.'],
  ['?', 'The query is empty.'],
  ['a=b c', 'The query contains a character that is invalid in an address'],
  ['a=b#c', 'The query contains a character that is invalid in an address'],
  ['code=${NOT_THERE}', 'Query parameter code needs the environment variable NOT_THERE'],
])('access: the query %j is refused with an explanation', (query, sentence) => {
  expect(() => read({}, query)).toThrow(sentence);
});

test('access: an error never repeats a value, which may be a secret', () => {
  expect(() => read({ 'X-Token': 'hush-hush\n' })).not.toThrow('hush-hush');
});

test('access: the header of the key cannot be set, unless keys have another header', () => {
  const access = read({ Authorization: 'Basic dXNlcg==' });
  expect(() => requireNoKeyHeader(access, 'authorization')).toThrow(
    'Header cannot be set: authorization. It carries the API key',
  );
  expect(() => requireNoKeyHeader(access, 'api-key')).not.toThrow();
  expect(() => requireNoKeyHeader(access, null)).not.toThrow();
});

test.each(['X-Team', '', ': a'])(
  'access: the flag --header %j is refused with an explanation',
  (text) => {
    expect(() => parseHeader(text)).toThrow('--header needs a name, a colon and a value');
  },
);
