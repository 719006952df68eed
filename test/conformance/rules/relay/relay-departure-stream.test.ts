import { relayDepartureStream } from '../../../../src/conformance/rules/relay/relay-departure-stream.ts';
import { event, stream } from '../exchanges.ts';
import { disconnectTable } from './disconnects.ts';

const left = stream([event({})], { outcome: 'aborted' });

disconnectTable(relayDepartureStream, left, stream([event({})]));
