import { relayDepartureStream } from '../../../../src/conformance/rules/relay/relay-departure-stream.ts';
import { event, stream } from '../exchanges.ts';
import { departureTable } from './departures.ts';

const left = stream([event({})], { outcome: 'aborted' });

departureTable(relayDepartureStream, left, stream([event({})]));
