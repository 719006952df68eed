import { expect, test } from 'vitest';
import { firstFinding, printed, startGateway } from './faulty-finding.ts';

/** The status of each answer that curl printed, interim ones aside. */
function statuses(output: string): string {
  const all = [...output.matchAll(/^HTTP\/1\.1 ([2-5]\d\d)/gm)].map(([, status]) => status);
  return all.join(' ');
}

/** How many ids of chats, responses or jobs came back. */
function ids(output: string): number {
  return new Set([...output.matchAll(/"id": *"(?:chatcmpl|resp|video)[^"]*"/g)].map(([id]) => id))
    .size;
}

/**
 * A form that a request can have, a rule whose finding takes it, and what its script shows at the
 * faulty gateway and not at the clean one.
 */
type Form = [form: string, rule: string, shows: (output: string, actual: string) => boolean];

const NAME = 'reproduction: %s is sent again by the script, which shows what %s found';

test.concurrent.each<Form>([
  ['no key', 'auth-missing-401', (output) => statuses(output) === '403'],
  ['no key, for a job', 'auth-missing-refused', (output) => statuses(output) === '200 200'],
  ['a wrong key', 'auth-unknown-key-refused', (output) => statuses(output) === '200'],
  [
    'a key changed in one place',
    'auth-key-exact-match',
    (output) => statuses(output) === '200 200',
  ],
  [
    'a key without its scheme',
    'auth-other-scheme-refused',
    (output) => statuses(output) === '401 200 200',
  ],
  ['a key in the query', 'auth-query-key-refused', (output) => statuses(output) === '401 200 200'],
  [
    'a job of another tenant',
    'video-id-scoped-to-key',
    (output) => statuses(output) === '200 200 200 200',
  ],
  [
    'a job and its cancel',
    'video-delete-returns-job',
    (output) => statuses(output).startsWith('200 204'),
  ],
  ['retries of a key', 'idempotency-replay', (output) => ids(output) === 3],
  ['equal answers of a whole run', 'chat-id-unique', (output) => ids(output) === 1],
  ['a stream', 'chat-stream-done-once-last', (output) => /\[DONE\]\s+data: /.test(output)],
  ['one connection', 'transport-head-options', (output) => output.includes('HTTP/1.1 500')],
  ['a chunked body', 'transport-request-forms', (output) => statuses(output) === '200 411'],
  ['a nesting of 10 000', 'errors-hostile-body', (output) => statuses(output) === '200 200'],
  [
    'bytes that are not text',
    'transcription-binary-safe',
    (output, actual) => output.includes(actual),
  ],
  [
    'an upload of 25 MiB',
    'transcription-25mib-plus-one',
    (output) => statuses(output) === '200 200',
  ],
  [
    'a form with a preamble',
    'transcription-multipart-forms',
    (output) => statuses(output) === '200 400',
  ],
  [
    'a form of another boundary',
    'idempotency-multipart-boundary',
    (output) => statuses(output) === '200 422',
  ],
])(NAME, (_, rule, shows) => isReproduced(rule, shows));

// Their timing matters: nothing else of this file runs at the same time.
test.each<Form>([
  ['a race for a key', 'idempotency-concurrent-one-effect', (output) => ids(output) > 5],
  [
    'a key that was left',
    'idempotency-after-disconnect',
    (output) => /^409( 409)+ 200 200$/.test(statuses(output)),
  ],
])(NAME, (_, rule, shows) => isReproduced(rule, shows));

test.concurrent('reproduction: a request that curl would send differently has only the command of Assay', async () => {
  const rule = 'transport-reuse-after-error';
  const faulty = await startGateway(rule);
  try {
    const finding = await firstFinding(rule, faulty);
    expect(finding?.reproduce).toEqual({
      assay: `assay conform --target ${faulty.address} --rule ${rule}`,
    });
  } finally {
    await faulty.stop();
  }
});

async function isReproduced(rule: string, shows: Form[2]): Promise<void> {
  const faulty = await startGateway(rule);
  const clean = await startGateway(undefined, faulty.keys);
  try {
    const finding = await firstFinding(rule, faulty);
    const { assay = '', shell = '' } = finding?.reproduce ?? {};
    expect(assay).toBe(`assay conform --target ${faulty.address} --rule ${rule}`);
    for (const key of faulty.keys) expect(shell).not.toContain(key.slice(-10));
    const { actual = '' } = finding ?? {};
    expect(shows(await printed(shell, faulty.keys), actual)).toBe(true);
    const there = shell.replaceAll(faulty.address, clean.address);
    expect(shows(await printed(there, clean.keys), actual)).toBe(false);
  } finally {
    await faulty.stop();
    await clean.stop();
  }
}
