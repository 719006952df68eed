import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** What is wrong with a certificate, as clients see it that do not trust it by configuration. */
export type Defect = 'expired' | 'not-yet-valid' | 'for-another-name' | 'self-signed';

/** A key and its certificate, in PEM. */
export interface Certified {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;

// Tags of DER (ITU-T X.690).
const [INTEGER, BITS, OCTETS, OID, UTF8] = [0x02, 0x03, 0x04, 0x06, 0x0c];
const [GENERALIZED_TIME, SEQUENCE, SET] = [0x18, 0x30, 0x31];
const [VERSION, EXTENSIONS, DNS_NAME, IP_ADDRESS] = [0xa0, 0xa3, 0x82, 0x87];

const ECDSA_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALT_NAME = oid('551d11');
const BASIC_CONSTRAINTS = oid('551d13');

const AUTHORITY = named('assay hostile');

const LOOPBACK = [
  der(DNS_NAME, 'localhost'),
  der(IP_ADDRESS, Buffer.of(127, 0, 0, 1)),
  der(IP_ADDRESS, Buffer.from('1'.padStart(32, '0'), 'hex')),
];

/** From now until its start and its end. */
const DAYS: Readonly<Record<Defect, readonly [start: number, end: number]>> = {
  expired: [-3, -1],
  'not-yet-valid': [1, 3],
  'for-another-name': [-1, 1],
  'self-signed': [-1, 30],
};

/**
 * A certificate (RFC 5280), without a defect valid for this machine.
 * @param issuer of this function; without one it is self-signed, and also its own authority, so that a client can be
 *   configured to trust it
 */
export function certificate(defect: Defect, issuer?: Certified): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const validity = DAYS[defect].map((days) => time(Date.now() + days * DAY_MS));
  const own = issuer === undefined ? AUTHORITY : named('assay gateway');
  const hosts = defect === 'for-another-name' ? [der(DNS_NAME, 'another.example')] : LOOPBACK;
  const isAuthority = der(SEQUENCE, ...(issuer === undefined ? [Buffer.of(0x01, 0x01, 0xff)] : []));
  const signed = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1)),
    ECDSA_SHA256,
    AUTHORITY,
    der(SEQUENCE, ...validity),
    own,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      EXTENSIONS,
      der(
        SEQUENCE,
        der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTETS, der(SEQUENCE, ...hosts))),
        der(SEQUENCE, BASIC_CONSTRAINTS, der(OCTETS, isAuthority)),
      ),
    ),
  );
  const signature = der(
    BITS,
    Buffer.of(0),
    sign('sha256', signed, issuer ? createPrivateKey(issuer.key) : privateKey),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(der(SEQUENCE, signed, ECDSA_SHA256, signature)),
  };
}

function der(tag: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each)));
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

function named(commonName: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, commonName))));
}

function oid(hex: string): Buffer {
  return der(OID, Buffer.from(hex, 'hex'));
}

function time(unixMs: number): Buffer {
  const text = new Date(unixMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(GENERALIZED_TIME, text);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
