import { transcriptionFormPreamble } from '../../../../src/conformance/rules/transcription/transcription-form-preamble.ts';
import { legalFormTable } from './legal-form-table.ts';

legalFormTable(transcriptionFormPreamble, 'a preamble and an epilogue');
