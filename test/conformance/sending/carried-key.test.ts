import { expect, test } from 'vitest';
import { outgoingOf } from '../../../src/conformance/sending/to-outgoing.ts';

const KEY = 'assay_live_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const destination = {
  address: 'http://127.0.0.1:8080/v1/',
  keys: { first: KEY },
  key: { header: 'authorization', scheme: 'Bearer' },
  sender: 'a test',
  deadlineMs: 1000,
};

test('carried key: a separate header replaces the Authorization header', () => {
  const outgoing = outgoingOf(
    { operation: 'chat', carryKey: (key) => ({ headers: { 'X-Api-Key': key } }) },
    destination,
  );
  expect(outgoing.headers).toEqual([['x-api-key', KEY]]);
  expect(outgoing.credential).toBe('carried');
  expect(outgoing).not.toHaveProperty('authorization');
});

test('carried key: a query is appended to the path and replaces the Authorization header', () => {
  const outgoing = outgoingOf(
    { operation: 'chat', carryKey: (key) => ({ query: `api_key=${key}` }) },
    destination,
  );
  expect(outgoing.path).toBe(`/v1/chat/completions?api_key=${KEY}`);
  expect(outgoing).not.toHaveProperty('authorization');
});

test('carried key: an authorization is sent as it is', () => {
  const outgoing = outgoingOf(
    { operation: 'chat', carryKey: (key) => ({ authorization: `Token ${key}` }) },
    destination,
  );
  expect(outgoing).toMatchObject({ credential: 'carried', authorization: `Token ${KEY}` });
});

test('carried key: one that was never issued is not a key of the run', () => {
  const carryKey = () => ({ authorization: 'Bearer assay_live_0', isUnissued: true }) as const;
  expect(outgoingOf({ operation: 'chat', carryKey }, destination).credential).toBe('other');
});

test('chunked JSON: a body marked as chunked is sent in chunks', () => {
  const outgoing = outgoingOf(
    { operation: 'chat', body: { json: { model: 'm' }, chunked: true } },
    destination,
  );
  expect(outgoing.payload.chunked).toBe(true);
});
