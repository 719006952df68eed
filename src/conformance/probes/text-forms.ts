export * from '../requests/forms.ts';
