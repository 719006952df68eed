import { transcriptionMultipartForms } from '../../../../src/conformance/rules/transcription/transcription-multipart-forms.ts';
import { legalFormTable } from './legal-form-table.ts';

legalFormTable(transcriptionMultipartForms, 'a model after the file');
