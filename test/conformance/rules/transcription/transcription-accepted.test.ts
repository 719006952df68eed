import { transcriptionAccepted } from '../../../../src/conformance/rules/transcription/transcription-accepted.ts';
import { acceptanceTable } from '../acceptance-table.ts';

acceptanceTable(transcriptionAccepted, 'transcription');
