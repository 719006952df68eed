import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kubeconfigOf } from './certificates.ts';
import { debianPackages } from './debian-packages.ts';
import { inNetwork, logOf, startInside, waitFor } from './namespaces.ts';
import {
  containerdSettings,
  networkSettings,
  settingsOfKubelet,
  settingsOfProxy,
} from './node-settings.ts';
import { IMAGES, KUBECTL, NODE_ADDRESS, PKI, PROGRAMS, RUN, SERVICE_RANGE } from './places.ts';

const PACKAGES = ['containerd', 'runc', 'containernetworking-plugins', 'etcd-server'];
const SOCKET = '/run/containerd/containerd.sock';
const ETCD = 'http://127.0.0.1:2379';
const PATIENCE_S = 180;

/** Starts a node with its control plane in the namespaces, with the images in it, until it is ready for pods. */
export async function startNode(): Promise<void> {
  const packages = await debianPackages(PACKAGES);
  const folders = packages.flatMap((folder) => [
    join(folder, 'usr', 'bin'),
    join(folder, 'usr', 'sbin'),
  ]);
  const path = [PROGRAMS, ...folders, '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':');
  const start = (name: string, program: string, options: Readonly<Record<string, string>>) =>
    startInside(name, program, asFlags(options), path);
  const plugins = packages[PACKAGES.indexOf('containernetworking-plugins')] ?? '';
  await startContainerd(start, join(plugins, 'usr', 'lib', 'cni'));
  await importImages(path);
  await startControlPlane(start);
  await startWorker(start);
}

type Start = (
  name: string,
  program: string,
  options: Readonly<Record<string, string>>,
) => Promise<void>;

async function startContainerd(start: Start, plugins: string): Promise<void> {
  const networks = join(RUN, 'networks');
  await mkdir(networks);
  await writeFile(join(networks, '10-assay.conflist'), JSON.stringify(networkSettings()));
  const config = join(RUN, 'containerd.toml');
  await writeFile(config, containerdSettings(SOCKET, plugins, networks));
  await start('containerd', 'containerd', { config });
}

async function importImages(path: string): Promise<void> {
  const images = (await readdir(IMAGES)).filter((name) => name.endsWith('.tar'));
  const name = 'images';
  const all = images.map(
    (image) => `ctr -a ${SOCKET} -n k8s.io images import ${join(IMAGES, image)}`,
  );
  const script = `until ctr -a ${SOCKET} version; do sleep 0.2; done; ${all.join(' && ')} && echo imported`;
  await startInside(name, 'sh', ['-c', script], path);
  await waitFor('its images', PATIENCE_S, async () => {
    const log = await readFile(logOf(name), 'utf8');
    if (!log.endsWith('imported\n')) throw new Error(log.slice(-500));
  });
}

async function startControlPlane(start: Start): Promise<void> {
  await start('etcd', 'etcd', {
    'data-dir': '/run/etcd',
    'listen-client-urls': ETCD,
    'advertise-client-urls': ETCD,
    'listen-peer-urls': 'http://127.0.0.1:2380',
    logger: 'zap',
    'log-level': 'warn',
  });
  const authority = join(PKI, 'ca.crt');
  const accounts = join(PKI, 'service-accounts.key');
  await start('apiserver', 'kube-apiserver', {
    'etcd-servers': ETCD,
    'advertise-address': NODE_ADDRESS,
    'secure-port': '6443',
    'tls-cert-file': join(PKI, 'apiserver.crt'),
    'tls-private-key-file': join(PKI, 'apiserver.key'),
    'client-ca-file': authority,
    'service-account-key-file': accounts,
    'service-account-signing-key-file': accounts,
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-cluster-ip-range': SERVICE_RANGE,
    'authorization-mode': 'Node,RBAC',
    'enable-admission-plugins': 'NodeRestriction',
    'kubelet-client-certificate': join(PKI, 'admin.crt'),
    'kubelet-client-key': join(PKI, 'admin.key'),
    'kubelet-preferred-address-types': 'InternalIP',
    'kubelet-certificate-authority': authority,
    'cert-dir': PKI,
  });
  await writeKubectl();
  await waitFor('its API server', PATIENCE_S, () => kubectl('get', '--raw', '/readyz'));
  await start('controllers', 'kube-controller-manager', {
    kubeconfig: kubeconfigOf('controllers'),
    'use-service-account-credentials': 'true',
    'service-account-private-key-file': accounts,
    'root-ca-file': authority,
    'leader-elect': 'false',
    'bind-address': '127.0.0.1',
    'cert-dir': PKI,
  });
  await start('scheduler', 'kube-scheduler', {
    kubeconfig: kubeconfigOf('scheduler'),
    'leader-elect': 'false',
    'bind-address': '127.0.0.1',
    'cert-dir': PKI,
  });
}

async function startWorker(start: Start): Promise<void> {
  const files = { kubelet: settingsOfKubelet(SOCKET), proxy: settingsOfProxy() };
  for (const [name, settings] of Object.entries(files)) {
    await writeFile(join(RUN, `${name}.json`), JSON.stringify(settings));
  }
  await start('kubelet', 'kubelet', {
    config: join(RUN, 'kubelet.json'),
    kubeconfig: kubeconfigOf('node'),
    'hostname-override': 'node',
    'node-ip': NODE_ADDRESS,
    'root-dir': '/var/lib/kubelet',
  });
  await start('proxy', 'kube-proxy', { config: join(RUN, 'proxy.json') });
  const ready = ['-o', 'jsonpath={.status.conditions[?(@.type=="Ready")].status}'];
  await waitFor('its node', PATIENCE_S, async () => {
    const state = await kubectl('get', 'node', 'node', ...ready);
    if (state !== 'True') throw new Error(`Ready is ${state || 'not known'}.`);
  });
  await waitFor('its service account', PATIENCE_S, () =>
    kubectl('-n', 'default', 'get', 'serviceaccount', 'default'),
  );
}

/** A kubectl that any program can call as if it were in the cluster's network. */
async function writeKubectl(): Promise<void> {
  const program = ['env', `KUBECONFIG=${kubeconfigOf('admin')}`, join(PROGRAMS, 'kubectl')];
  const command = (await inNetwork(program)).join(' ');
  await mkdir(join(RUN, 'bin'));
  await writeFile(KUBECTL, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
}

async function kubectl(...parameters: string[]): Promise<string> {
  return (await promisify(execFile)(KUBECTL, ['--request-timeout=10s', ...parameters])).stdout;
}

function asFlags(options: Readonly<Record<string, string>>): string[] {
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}
