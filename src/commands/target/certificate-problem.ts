import type { X509Certificate } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { peerCertificate } from '../../exchange/http/peer-certificate.ts';
import type { Target } from '../../target/target.ts';

/** What is known of a connection with TLS that failed. */
interface FailedTls {
  readonly address: string;
  /** The host that the certificate has to name. */
  readonly name: string;
  /** A code of Node or OpenSSL. */
  readonly code: string;
  /** Whether a certificate of the client was configured. */
  readonly hasOwn: boolean;
  readonly certificate: X509Certificate | undefined;
}

const TRUST =
  'To trust it, set tls.ca in the configuration, or NODE_EXTRA_CA_CERTS, to the file of its certificate.';

/** What a code of Node or OpenSSL means, and what to do; the first that fits. */
const SENTENCES: readonly (readonly [code: RegExp, sentence: (failed: FailedTls) => string])[] = [
  [
    /^CERT_HAS_EXPIRED/,
    ({ address, certificate }) =>
      `The certificate of the target expired${dayOf(' on', expired(certificate)?.validToDate)}: ${address}. Renew it.`,
  ],
  [
    /^CERT_NOT_YET_VALID/,
    ({ address, certificate }) =>
      `The certificate of the target is not valid yet${dayOf(', only from', certificate?.validFromDate)}: ${address}. Check the clock of this machine, and that of its issuer.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    ({ address, name, certificate }) =>
      `The certificate of the target is for ${namesOf(certificate)}, and not for ${name}: ${address}. Check the address, or set tls.serverName to a name of the certificate.`,
  ],
  [
    /^DEPTH_ZERO_SELF_SIGNED/,
    ({ address }) => `The certificate of the target is self-signed: ${address}. ${TRUST}`,
  ],
  [
    /^(SELF_SIGNED|UNABLE_TO_)/,
    ({ address, certificate }) =>
      `The certificate of the target is from an unknown authority: ${address}${issuerOf(certificate)}. ${TRUST}`,
  ],
  [
    /CERTIFICATE_REQUIRED|ALERT_(BAD_CERT|UNKNOWN_CA|CERTIFICATE|ACCESS_DENIED)/,
    ({ address, code, hasOwn }) =>
      hasOwn
        ? `The target refused the client certificate: ${address} (${code}). Check tls.cert, and whether the target trusts its issuer.`
        : `The target requires a client certificate: ${address} (${code}). Set tls.cert and tls.key in the configuration.`,
  ],
  [
    /ALERT_HANDSHAKE_FAILURE/,
    ({ address, code }) =>
      `The target refused the handshake of TLS: ${address} (${code}). It may require a client certificate: set tls.cert and tls.key in the configuration.`,
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    ({ address, code }) =>
      `The target has no version of TLS that Assay speaks: ${address} (${code}). Let it speak TLS 1.2 or 1.3.`,
  ],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)/,
    ({ address }) =>
      `The target does not speak TLS: ${address}. Check its port, or use ${address.replace('https:', 'http:')}.`,
  ],
  [
    /^(CERT_|ERR_SSL|ERR_TLS|EPROTO)/,
    ({ address, code }) =>
      `TLS to the target failed: ${address} (${code}). Check its certificate, and whether it uses http or https.`,
  ],
];

const DEADLINE_MS = 2000;

/** Servers that answer over a connection on which they should not. */
const NO_CLIENT = /No required SSL certificate was sent|SSL certificate error/;
const PLAIN = /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/;

/** What is wrong with the TLS of a target, and what to do; undefined where nothing is. */
export async function certificateProblem(
  { failure = '', notHttp, outcome, answer }: Pick<Exchange, 'outcome'> & Partial<Exchange>,
  { address, access }: Pick<Target, 'address' | 'access'>,
): Promise<string | undefined> {
  const { origin, hostname } = new URL(address);
  const page = answer?.status === 400 ? Buffer.from(answer.body ?? []).toString('latin1') : '';
  if (address.startsWith('http:')) {
    const isOdd = outcome === 'reset' || notHttp !== undefined;
    const secured = origin.replace('http:', 'https:');
    const speaksTls =
      PLAIN.test(page) || (isOdd && (await peerCertificate(secured, access, DEADLINE_MS)));
    if (!speaksTls) return undefined;
    return `The target speaks TLS: ${address}. Use ${address.replace('http:', 'https:')}.`;
  }
  const code = NO_CLIENT.test(page) ? 'CERTIFICATE_REQUIRED' : failure;
  const [, sentence] = SENTENCES.find(([pattern]) => pattern.test(code)) ?? [];
  return sentence?.({
    address,
    name: access.tls?.serverName ?? hostname,
    code,
    hasOwn: access.tls?.cert !== undefined,
    certificate: await peerCertificate(origin, access, DEADLINE_MS),
  });
}

function dayOf(word: string, date: Date | undefined): string {
  return date === undefined ? '' : `${word} ${date.toISOString().slice(0, 10)}`;
}

/** The certificate itself, or the one above it that has expired. */
function expired(certificate: X509Certificate | undefined): X509Certificate | undefined {
  if (certificate === undefined || certificate.validToDate.getTime() < Date.now()) {
    return certificate;
  }
  return expired(certificate.issuerCertificate);
}

/** Such as `gateway.example, 127.0.0.1`. */
function namesOf(certificate: X509Certificate | undefined): string {
  const names = certificate?.subjectAltName?.replaceAll(/(DNS|IP Address):/g, '');
  return names ?? certificate?.subject.replaceAll('\n', ', ') ?? 'another host';
}

/** Such as ` (CN=Example Root CA)`. */
function issuerOf(certificate: X509Certificate | undefined): string {
  return certificate === undefined ? '' : ` (${certificate.issuer.replaceAll('\n', ', ')})`;
}
