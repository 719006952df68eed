import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/refused.ts';
import { answersWithout, failureWithout } from '../../rows/texts.ts';

/** Texts that runtimes write and authors of messages do not. A bare name may be an error.type. */
const EXCEPTIONS: readonly RegExp[] = [
  /\b(?:[A-Za-z_]\w*\.)+[A-Z]\w*(?:Error|Exception)\b/,
  /\b(?:[A-Z]\w*::)+\w*(?:Error|Exception)\b/,
  /\b[A-Z]\w*(?:Error|Exception)(?:\(| ?[:-] )/,
  /\bCannot read propert(?:y|ies) of (?:undefined|null)\b/,
  /\bis not a function\b/,
  /\bobject has no attribute\b/,
  /\bpanic: |\bnil pointer dereference\b|\bNullPointerException\b/,
  /\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE)\b/,
];

/** Texts that occur in code and never in a message; a line break may be one, or its JSON escape. */
const INTERNALS: readonly RegExp[] = [
  /(?:\n|\\n)\s{0,16}at [^\n\\]{1,200}?:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /File \\?"[^"\\]{1,200}\\?", line \d+/,
  /goroutine \d+ \[\w+/,
  /(?:^|[^\w:./])(?:\/[\w.@-]+){2,12}\.(?:py|[cm]?[jt]s|go|rb|php|rs|java|cs)\b/,
  /\b(?:SELECT [^\n]{1,200}? FROM|INSERT INTO|UPDATE \w+ SET) \w+/,
  /<(?:class '|[\w.]+ object at 0x)/,
];

/**
 * Addresses that are not reachable from outside (RFC 1918, RFC 3927, RFC 4193), with their port.
 */
const PRIVATE = new RegExp(
  [
    String.raw`(?<![\w.])(?:10(?:\.\d{1,3}){3}|127(?:\.\d{1,3}){3}|169\.254(?:\.\d{1,3}){2})(?::\d{1,5})?(?!\.*\w)`,
    String.raw`(?<![\w.])(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}(?::\d{1,5})?(?!\.*\w)`,
    String.raw`\[(?:::1|f[cd][0-9a-f]{2}:[0-9a-f:]+|fe80:[0-9a-f:]+)\](?::\d+)?`,
    String.raw`\blocalhost:\d+`,
    String.raw`(?<![\w.@-])[\w-]+(?:\.[\w-]+){0,6}\.(?:internal|svc|cluster\.local|lan|intranet)\b(?::\d+)?`,
  ].join('|'),
  'gi',
);

/** Headers about the caller, its browser, or the addresses that it may request. */
const OF_CALLER =
  /^header (?:access-control-|content-security-policy|x-forwarded-|(?:forwarded|x-real-ip|x-client-ip|location|content-location|set-cookie)$)/;

/**
 * Forms of credentials that their issuers designed to be found. A masked one has stars or dots in
 * it. None begins inside of a longer word: a random id in base64 has any few letters somewhere.
 */
const SECRETS: readonly RegExp[] = [
  /(?<![\w-])sk-(?:[A-Za-z]+-)*[A-Za-z0-9_-]{16,}/g,
  /(?<![\w-])(?:gsk|xai|hf|nvapi|r8|pplx)[_-][A-Za-z0-9]{20,}/g,
  /(?<![\w+/-])AKIA[0-9A-Z]{16}\b/g,
  /(?<![\w+/-])AIza[\w-]{30,}/g,
  /(?<![\w-])gh[pousr]_[A-Za-z0-9]{30,}/g,
  /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}/g,
  /\bBearer\s+[A-Za-z0-9._~+/-]{20,}/gi,
  /\b\w+:\/\/[^\s/:@"\\]{1,64}:[^\s/:@"\\*]{4,128}@/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
];

const SHOWN_OF_SECRET = 6;

export const errorsNoExceptionTexts = failureWithout('errors-no-exception-texts', 'any', {
  level: 'should',
  assumed: 'CWE-209, CWE-550; OWASP, Improper Error Handling; BerriAI/litellm#39757',
  statement: 'The body of a failure has no text of an exception and no name of an exception class.',
  harm: 'Users see texts of a program that they cannot understand, and attackers see which program it is.',
  provenBy: 'err-exception-text',
  operations: OPERATION_NAMES,
  probe: failures,
  patterns: EXCEPTIONS,
  legal: [
    '"NotFoundError"',
    'Error: the model failed. An exception to this rule is possible.',
    'See docs.example.com/Errors. Upload audio.wav again.',
  ],
  illegal: [
    'litellm.BadRequestError: OpenAIException - no such model',
    'ActiveRecord::ConnectionTimeoutError',
    "KeyError: 'choices'",
    'ValueError(no choices)',
    "Cannot read properties of undefined (reading 'id')",
    "'NoneType' object has no attribute 'get'",
    'connect ECONNREFUSED',
    'runtime error: invalid memory address or nil pointer dereference',
  ],
});

export const errorsNoInternals = failureWithout('errors-no-internals', 'failure', {
  level: 'must',
  assumed: 'OWASP API Security Top 10 2023, API8; BerriAI/litellm#39757',
  statement: 'The body of a failure has no stack frames, source file paths, SQL or class names.',
  harm: 'An attacker reads which code, paths and tables to attack.',
  provenBy: 'err-stack-trace',
  operations: OPERATION_NAMES,
  probe: failures,
  patterns: INTERNALS,
  legal: [
    'The model m-1 (at 10:31:20) failed. Select another from /models.',
    'See https://example.com/docs/errors.html at once.',
    'Failed\n at least twice',
  ],
  illegal: [
    'x\n    at handler (/srv/gateway/chat.js:17:9)',
    'Traceback (most recent call last):\n  File "main.py", line 7',
    'in File "main.py", line 7',
    'goroutine 7 [running]:',
    'failed in /srv/gateway/chat.js',
    'SELECT id FROM keys WHERE',
    '<litellm.Key object at 0x7f>',
  ],
});

export const errorsNoPrivateAddresses = answersWithout('errors-no-private-addresses', {
  level: 'should',
  assumed: 'OWASP API Security Top 10 2023, API8; CWE-209; RFC 1918',
  statement:
    'No failure, no header and no member outside of the text of the model shows an address of the network behind the gateway.',
  harm: 'An attacker learns which machines are behind the gateway, and on which ports they listen.',
  provenBy: 'err-upstream-address',
  operations: OPERATION_NAMES,
  probe: failures,
  patterns: [PRIVATE],
  expected: 'no private address',
  mayShow(where, found, { request }) {
    // A gateway on such an address may show its own.
    const { host, hostname } = new URL(request.url);
    return OF_CALLER.test(where) || found === host || found === hostname;
  },
  legal: [
    'No such path at http://127.0.0.1:8080/no/such/path.',
    'The address 203.0.113.7 is over its limit.',
    'Version 10.2.3 of the API is not offered.',
    'An internal error, see https://internal.example.com/help.',
    'Use api.example.com:443 in place of localhost.',
    'Build 10.1.2.3..4 is not an address.',
  ],
  illegal: [
    'http://10.20.0.17:8000/v1',
    '127.0.0.1:4000',
    '192.168.1.4',
    '172.20.3.9:11434',
    'localhost:11434',
    'vllm-0.models.svc.cluster.local:8000',
    'ip-10-0-3-4.ec2.internal',
    '[::1]:9000',
    `10.1.2.3:${'1'.repeat(16_000)}a`,
  ],
});

export const errorsNoSecrets = answersWithout('errors-no-secrets', {
  level: 'must',
  assumed: 'OWASP API Security Top 10 2023, API8; CWE-209; BerriAI/litellm#39757',
  statement:
    'No failure, no header and no member outside of the text of the model shows a credential of the gateway, such as its key at a provider.',
  harm: "Anyone who reads one answer can spend the gateway's money at its provider.",
  provenBy: 'err-upstream-key',
  operations: OPERATION_NAMES,
  probe: failures,
  patterns: SECRETS,
  expected: 'no credential',
  // A cookie is a credential of the caller's own.
  mayShow: (where) => where === 'header set-cookie',
  shown: (secret) => `${secret.slice(0, SHOWN_OF_SECRET)}… (${secret.length} characters)`,
  legal: [
    'Incorrect API key provided: sk-n****************pqrs.',
    'Incorrect API key provided: sk-...wxyz. See https://docs.invalid/keys.',
    'The header Authorization must be "Bearer <key>".',
    'Bearer realm="reference", error="invalid_token"',
    'See https://docs.invalid/errors#sk-limits, request id 7f0c2a51-9d3e-4b0f-8f63-2f6f5f0a9b1c.',
    'No such response: resp_bGl0ZWxsb-sk-7PFqT0w4f7Qw0Zr8LmNc2Xs5.',
    'No such file: x/AIza4f7Qw0Zr8LmNc2Xs5Ty9Ub3V4f7Qw0Zr8.',
  ],
  illegal: [
    'sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V',
    'sk-ant-api03-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V',
    'AKIAIOSFODNN7EXAMPLE',
    'Bearer abcdefghijklmnopqrstuvwxyz',
    'redis://app:s3cretword@cache/0',
  ],
});
