import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import { type Access, wayOf } from '../../exchange/access.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { loadScript } from '../../load/scenarios/bundle.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import { isAzureTrace } from '../../load/workload/trace.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { requireResolved } from '../../target/read-addresses.ts';
import { parseAddress } from '../../target/remote.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { overridesOf } from '../options/load-options.ts';
import type { AssessOptions } from '../run/run-inputs.ts';
import { describeRun } from '../run/run-judge.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { accessOf } from '../target/open-target.ts';
import { stderr, stdout } from '../terminal/output.ts';

/**
 * Prints the load as a script for the engine, and sends nothing, not even to recognize the
 * target.
 * @throws SetupError, UsageError
 */
export async function emitScript(options: AssessOptions): Promise<number> {
  const { configuration, script, secrets } = await emittedLoad(options);
  stdout().write(script);
  if (configuration.traces) {
    stderr().write('The requests of the script carry traceparent. It sends no spans.\n');
  }
  if (secrets.length > 0) {
    stderr().write(
      `The script contains no secrets. Set ${secrets.join(', ')} and ASSAY_API_KEY where it runs.\n`,
    );
  }
  return EXIT.holds;
}

export interface Emitted {
  readonly configuration: Configuration;
  readonly profile: ResolvedProfile;
  readonly address: string;
  readonly capabilities: Capabilities;
  readonly workload: Workload;
  readonly script: string;
  /** Environment variables that it needs besides the keys. */
  readonly secrets: readonly string[];
}

/**
 * The load as a script that needs only the engine, the keys and a gateway.
 * @throws SetupError, UsageError
 */
export async function emittedLoad(options: AssessOptions): Promise<Emitted> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  if (!/[:/.]/.test(configuration.target)) {
    throw new UsageError(
      `A load that runs elsewhere needs the address of a gateway, and the target is ${configuration.target}. Set it with --target.`,
    );
  }
  const { trace } = configuration.workload;
  if (trace !== undefined && isAzureTrace(trace.file)) {
    throw new UsageError(
      `A load that runs elsewhere cannot replay an Azure trace: ${trace.file}. Run it here, or write the trace as JSONL (docs/reference/arrivals.md).`,
    );
  }
  const address = parseAddress(configuration.target);
  const profile = await chooseProfileOffline(configuration);
  const { workload } = supportedWorkload(configuration.workload, profile);
  const way = accessOf(configuration, profile.expect, process.env);
  const { headers, query, secrets, proxy, tls, resolve, http2, traceShare } = way;
  requireElsewhere(way);
  requireResolved([address], way);
  const target = { kind: 'remote', address, access: way };
  const capabilities = {
    secondKey: (process.env.ASSAY_API_KEY_2 ?? '') !== '',
    ...wayOf(address, way),
  };
  const about = describeRun(
    { target, configuration, profile, capabilities },
    { addsEffects: false },
  );
  const key = keyCarriage(profile.expect);
  const access = { key, headers, query, ...defined({ proxy, tls, resolve, http2, traceShare }) };
  const script = await loadScript({ workload, address, profile, access, about });
  const names = Object.keys(secrets);
  return { configuration, profile, address, capabilities, workload, script, secrets: names };
}

/** @throws UsageError */
function requireElsewhere({ tls, unixSocket }: Access): void {
  if (unixSocket !== undefined) {
    throw new UsageError(
      'A load that runs elsewhere cannot use the socket of unixSocket: it is one of this machine. Run it here, or remove unixSocket.',
    );
  }
  if (tls?.key === undefined) return;
  throw new UsageError(
    'A load that runs elsewhere cannot use the client certificate of tls.cert: a script must not contain its key. Run it here, or remove tls.cert and tls.key.',
  );
}
