import { relayDepartureSync } from '../../../../src/conformance/rules/relay/relay-departure-sync.ts';
import { answer, stream } from '../exchanges.ts';
import { departureTable } from './departures.ts';

const left = stream([['', 10]], { unanswered: true, outcome: 'aborted' });

departureTable(relayDepartureSync, left, answer({}));
