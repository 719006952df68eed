import { UsageError } from '../../input/usage-error.ts';
import { type Attribute, attributesOf } from './span.ts';

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Where spans go, and as whose. */
export interface Collector {
  /** Ends with `/v1/traces`, unless the environment names another path. */
  readonly url: URL;
  /** They may contain a key. */
  readonly headers: Headers;
  /** They describe the resource. */
  readonly attributes: readonly Attribute[];
}

const TRACES_PATH = '/v1/traces';

/** What an address of a collector needs; undefined for one that can be used. */
export function collectorProblem(address: string): string | undefined {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isWeb && url.username === '' && url.password === '') return undefined;
  return isWeb
    ? 'must not contain credentials: they come from OTEL_EXPORTER_OTLP_HEADERS'
    : `needs the http(s) address of a collector, such as http://127.0.0.1:4318; got ${JSON.stringify(address)}`;
}

/**
 * The collector that the setting names, or else the variables of OpenTelemetry.
 * @returns undefined where none is named
 * @throws UsageError
 */
export function readCollector(
  traces: string | true,
  environment: Environment,
): Collector | undefined {
  const url = traces === true ? urlOf(environment) : withPath(traces);
  if (url === undefined) return undefined;
  const { OTEL_SERVICE_NAME: service = '' } = environment;
  const resource = {
    'service.name': 'assay',
    ...Object.fromEntries(pairsOf('OTEL_RESOURCE_ATTRIBUTES', environment)),
    ...(service !== '' && { 'service.name': service }),
  };
  const values = Object.entries(resource).map(([key, value]) => [key, { stringValue: value }]);
  return {
    url,
    headers: headersOf(environment),
    attributes: attributesOf(Object.fromEntries(values)),
  };
}

function urlOf(environment: Environment): URL | undefined {
  const ofTraces = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  const name = ofTraces.find((each) => (environment[each] ?? '') !== '');
  if (name === undefined) return undefined;
  const address = environment[name] ?? '';
  const problem = collectorProblem(address);
  if (problem !== undefined) throw new UsageError(`${name} ${problem}.`);
  const protocol =
    environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? environment.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol === 'grpc') {
    throw new UsageError(
      `${name} is for gRPC, as OTEL_EXPORTER_OTLP_PROTOCOL says, and Assay sends spans by HTTP. Name the HTTP receiver of the collector, mostly on port 4318, with --traces.`,
    );
  }
  return name === ofTraces[0] ? new URL(address) : withPath(address);
}

function withPath(address: string): URL {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(TRACES_PATH) ? path : `${path}${TRACES_PATH}`;
  return url;
}

/** An error never shows a value: it may be a key. */
function headersOf(environment: Environment): Headers {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS'];
  const name = names.find((each) => environment[each] !== undefined) ?? '';
  const pairs = pairsOf(name, environment);
  try {
    return new Headers(pairs);
  } catch {
    throw new UsageError(`${name} contains a header that HTTP cannot carry. Check its values.`);
  }
}

/** `name=value` pairs, separated by commas; values are percent-encoded. */
function pairsOf(variable: string, environment: Environment): [string, string][] {
  const written = (environment[variable] ?? '').split(',').filter((pair) => pair.trim() !== '');
  return written.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    try {
      if (name.trim() === '' || value.length === 0) throw new URIError();
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    } catch {
      throw new UsageError(
        `${variable} needs name=value pairs, separated by commas, with values that are percent-encoded.`,
      );
    }
  });
}
