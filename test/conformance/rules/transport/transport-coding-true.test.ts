import { brotliCompressSync, gzipSync } from 'node:zlib';
import { transportCodingTrue } from '../../../../src/conformance/rules/transport/transport-coding-true.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const TEXT = '{"id":"a"}';
const asks = { headers: [['accept-encoding', 'gzip']] as const };
const coded = (body: Uint8Array | string, coding?: string) =>
  series([
    answer(body, {
      request: asks,
      ...(coding !== undefined && { headers: { 'content-encoding': coding } }),
    }),
  ]);

ruleTable(transportCodingTrue, [
  { name: 'a plain body', evidence: coded(TEXT) },
  { name: 'a plain stream', evidence: series([stream([event({ id: 'a' })])]) },
  { name: 'gzip', evidence: coded(gzipSync(TEXT), 'GZIP') },
  { name: 'brotli', evidence: coded(brotliCompressSync(TEXT), 'br') },
  {
    name: 'gzip of 64 MiB of zeros',
    evidence: coded(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'gzip'),
  },
  {
    name: 'text that is called gzip',
    evidence: coded(TEXT, 'gzip'),
    findings: [{ expected: 'a body in gzip', actual: 'other bytes', where: 'content-encoding' }],
  },
  {
    name: 'truncated gzip',
    evidence: coded(gzipSync(TEXT).subarray(0, 12), 'gzip'),
    findings: [{ expected: 'a body in gzip' }],
  },
  {
    name: 'gzip that is not called so',
    evidence: coded(gzipSync(TEXT)),
    findings: [{ expected: 'gzip, as the body is', actual: 'absent' }],
  },
  {
    name: 'an unknown coding',
    evidence: coded(TEXT, 'lz9'),
    unverifiable: 'a coding that Assay knows',
  },

  {
    name: 'text that is called gzip, of a refusal',
    evidence: series([
      answer(TEXT, { status: 400, request: asks, headers: { 'content-encoding': 'gzip' } }),
    ]),
    unverifiable: 'a 2xx answer with a body',
  },

  {
    name: 'an empty body that is called gzip',
    evidence: coded('', 'gzip'),
    unverifiable: 'a 2xx answer with a body',
  },
]);
