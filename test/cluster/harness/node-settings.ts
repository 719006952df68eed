import { join } from 'node:path';
import { kubeconfigOf } from './certificates.ts';
import { CGROUP, PAUSE_IMAGE, PKI, POD_RANGE, RUN } from './places.ts';

/** The settings of the parts of a node, as each of them reads them. */

export function containerdSettings(socket: string, plugins: string, networks: string): string {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return `version = 2
root = "${RUN}/containerd"
state = "/run/containerd"
[grpc]
address = "${socket}"
[${cri}]
sandbox_image = "docker.io/${PAUSE_IMAGE}"
# Root in a container of its own may not lower the score.
restrict_oom_score_adj = true
[${cri}.cni]
bin_dir = "${plugins}"
conf_dir = "${networks}"
[${cri}.containerd]
snapshotter = "overlayfs"
[${cri}.containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
`;
}

export function networkSettings(): object {
  const ranges = [[{ subnet: POD_RANGE }]];
  const ipam = { type: 'host-local', ranges, routes: [{ dst: '0.0.0.0/0' }] };
  const bridge = {
    type: 'bridge',
    bridge: 'cni0',
    isGateway: true,
    ipMasq: true,
    hairpinMode: true,
    ipam,
  };
  const plugins = [bridge, { type: 'portmap', capabilities: { portMappings: true } }];
  return { cniVersion: '0.4.0', name: 'assay', plugins };
}

export function settingsOfKubelet(socket: string): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: join(PKI, 'ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    tlsCertFile: join(PKI, 'node.crt'),
    tlsPrivateKeyFile: join(PKI, 'node.key'),
    containerRuntimeEndpoint: `unix://${socket}`,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: CGROUP,
    enforceNodeAllocatable: [],
    failSwapOn: false,
    resolvConf: '',
    volumePluginDir: join(RUN, 'volume-plugins'),
    // The disk of a machine for tests is often nearly full, which says nothing about the tests.
    evictionHard: {
      'memory.available': '100Mi',
      'nodefs.available': '0%',
      'nodefs.inodesFree': '0%',
      'imagefs.available': '0%',
      'imagefs.inodesFree': '0%',
    },
    imageGCHighThresholdPercent: 100,
  };
}

export function settingsOfProxy(): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig: kubeconfigOf('proxy') },
    mode: 'iptables',
    clusterCIDR: POD_RANGE,
    hostnameOverride: 'node',
    // The limits of connection tracking belong to the whole machine.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  };
}
