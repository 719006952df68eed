import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_ADDRESS, PKI } from './places.ts';

const DAYS = '2';

/** The clients of the API server, with the names to which it grants rights. */
const CLIENTS = {
  admin: '/O=system:masters/CN=admin',
  controllers: '/CN=system:kube-controller-manager',
  scheduler: '/CN=system:kube-scheduler',
  proxy: '/CN=system:kube-proxy',
  node: '/O=system:nodes/CN=system:node:node',
} as const;

const SERVICE = 'kubernetes.default.svc';
const NAMES: Readonly<Record<string, string>> = {
  apiserver: `IP:127.0.0.1,IP:${NODE_ADDRESS},IP:10.96.0.1,DNS:kubernetes,DNS:${SERVICE}`,
  node: `IP:${NODE_ADDRESS},DNS:node`,
};

/** Makes an authority, the certificates that it signs, and a kubeconfig for each client. */
export async function writeCertificates(): Promise<void> {
  await mkdir(PKI, { recursive: true, mode: 0o700 });
  await key('ca');
  await openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    'ca.key',
    '-subj',
    '/CN=assay-test',
    '-days',
    DAYS,
    '-out',
    'ca.crt',
  );
  await openssl('genrsa', '-out', 'service-accounts.key', '2048');
  for (const [name, subject] of Object.entries({ apiserver: '/CN=kube-apiserver', ...CLIENTS })) {
    await issue(name, subject);
  }
  for (const name of Object.keys(CLIENTS)) {
    await writeFile(kubeconfigOf(name), JSON.stringify(kubeconfig(name)));
  }
}

export const kubeconfigOf = (client: string) => join(PKI, `${client}.kubeconfig`);

async function issue(name: string, subject: string): Promise<void> {
  await key(name);
  await openssl('req', '-new', '-key', `${name}.key`, '-subj', subject, '-out', `${name}.csr`);
  const names = NAMES[name];
  const extensions = ['extendedKeyUsage=serverAuth,clientAuth'];
  if (names !== undefined) extensions.push(`subjectAltName=${names}`);
  await writeFile(join(PKI, `${name}.ext`), `${extensions.join('\n')}\n`);
  const authority = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', DAYS];
  const files = ['-in', `${name}.csr`, '-extfile', `${name}.ext`, '-out', `${name}.crt`];
  await openssl('x509', '-req', ...authority, ...files);
}

const key = (name: string) =>
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`);

async function openssl(...command: string[]): Promise<void> {
  await promisify(execFile)('openssl', command, { cwd: PKI });
}

function kubeconfig(client: string): object {
  const cluster = {
    server: 'https://127.0.0.1:6443',
    'certificate-authority': join(PKI, 'ca.crt'),
  };
  const user = {
    'client-certificate': join(PKI, `${client}.crt`),
    'client-key': join(PKI, `${client}.key`),
  };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'test', user }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  };
}
