import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { OPERATION_NAMES } from '../../src/contract/operations.ts';
import { assay, expectRefused } from '../support/assay-in-process.ts';

const DOCUMENT = openApiDocument('1', { chat: 'ours' });

test('openapi: the document of the interface is valid OpenAPI 3.2', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(DOCUMENT))).toEqual({ valid: true });
  expect(validator.version).toBe('3.2');
});

test('openapi: it has every operation, the content of videos, and the events of each stream', () => {
  const operations = Object.values(Object(DOCUMENT.paths)).flatMap((item) =>
    Object.values(Object(item)),
  );
  const names = operations.map((operation) => Reflect.get(Object(operation), 'operationId'));
  expect(names.toSorted()).toEqual([...OPERATION_NAMES, 'video-content'].toSorted());
  const streams = JSON.stringify(DOCUMENT.paths).split('"itemSchema"').length - 1;
  expect(streams).toBe(2);
});

test('openapi: a list has the schema of its items, an integer its type, and a request its model', () => {
  expect(DOCUMENT).toMatchObject({
    components: {
      schemas: {
        ChatCompletion: {
          properties: {
            created: { type: 'integer' },
            choices: { type: 'array', items: { required: ['index', 'message', 'finish_reason'] } },
          },
        },
      },
    },
  });
  expect(JSON.stringify(DOCUMENT)).toContain('{"const":"ours"}');
});

test('openapi: it has the formats of media', () => {
  expect(DOCUMENT.paths).toMatchObject({
    '/audio/transcriptions': {
      post: {
        responses: {
          '2XX': { content: { 'application/json': {}, 'text/plain': {}, 'text/vtt': {} } },
        },
      },
    },
    '/videos/{id}/content': { get: { responses: { 200: {}, 206: {}, 416: {} } } },
  });
  const text = JSON.stringify(DOCUMENT);
  expect(text).toContain('"response_format":{"enum":["json","text","srt","verbose_json","vtt"]');
  expect(text).toContain('["png","jpeg","webp"]');
});

test.each(['1x1', '96x64', '1024x1024', '1999x100'])('openapi: an image may be %s', (size) => {
  const [, pattern = 'none'] = /"size":\{"pattern":"([^"]+)"/.exec(JSON.stringify(DOCUMENT)) ?? [];
  expect(size).toMatch(new RegExp(pattern));
  expect(`0${size}`).not.toMatch(new RegExp(pattern));
});

test('contract --openapi: it is printed as JSON, and another form is a mistake', async () => {
  const { code, stdout } = await assay('contract --openapi');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.2.0' });
  await expectRefused('contract', 'Write "assay contract --openapi".');
});
