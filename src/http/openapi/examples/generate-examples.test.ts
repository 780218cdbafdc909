import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'vitest';
import { exampleIn, examplesOf } from '../../../../test/support/openapi/operation-examples.ts';
import { referred } from '../../../../test/support/openapi/resolve-references.ts';
import { servedDescription } from '../../../../test/support/openapi/served-description.ts';
import { operations } from '../../../api/index.ts';
import type { Json } from '../components.ts';
import { openapi } from '../openapi.ts';
import { FALLBACK_TEXT } from './generate-examples.ts';

const description = servedDescription();
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } });
ajv.addSchema(description, 'openapi');

type Described = { at: string; name: string; operation: Json };
const described: readonly Described[] = Object.entries<Json>(description.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({
    at: `#/paths/${escaped(path)}/${method}`,
    name: operation.operationId,
    operation,
  })),
);

test('every operation has an example answer, body and parameters that its own schema allows', () => {
  for (const { at, name, operation } of described) {
    const status = ['200', '201'].find((each) => operation.responses[each]);
    const answer = operation.responses[status ?? 204];
    if (status)
      check(referred(description, answer).content, `${answer.$ref ?? `${at}/responses/${status}`}/content`, name);
    else assert.ok(answer, name);
    const asked = operation.requestBody;
    if (asked) check(referred(description, asked).content, `${asked.$ref ?? `${at}/requestBody`}/content`, name);
    for (const [index, parameter] of (operation.parameters ?? []).entries()) {
      const said = referred(description, parameter);
      const place = parameter.$ref ?? `${at}/parameters/${index}`;
      assert.deepEqual(faultsOf(said.example, `${place}/schema`), [], `${name}: ${said.name}`);
    }
  }
});

test('negative control: an example the schema rejects and a missing example are detected', () => {
  const { at, operation } = described.find(({ name }) => name === 'get-invoice') as Described;
  const answer = operation.responses[200];
  const example = exampleIn(description, referred(description, answer).content['application/json']);
  const place = `${answer.$ref ?? `${at}/responses/200`}/content/application~1json/schema`;
  const { total: _, ...withoutTotal } = example;
  for (const spoilt of [withoutTotal, { ...example, state: 'lost' }, { ...example, emittedAt: '2 mars' }, undefined]) {
    assert.notDeepEqual(faultsOf(spoilt, place), []);
  }
});

test('the operations accept their own request examples, and their answer examples fit', () => {
  for (const operation of operations) {
    const { name } = operation;
    const { operation: said = {} } = described.find((each) => each.name === name) ?? {};
    const { query, body, answer } = examplesOf(description, said, operation.success);
    assert.deepEqual(operation.query.safeParse(query).error, undefined, name);
    assert.deepEqual(operation.body.safeParse(body ?? {}).error, undefined, name);
    if (operation.success !== 204 && !operation.answers)
      assert.deepEqual(operation.output.safeParse(answer).error, undefined, name);
  }
});

test('no example value is a placeholder: values for new fields are defined in the files of example values', () => {
  for (const { name, operation } of described) {
    const text = JSON.stringify([operation.responses, operation.requestBody, operation.parameters]);
    assert.ok(!text.includes(`"${FALLBACK_TEXT}"`), name);
  }
  assert.ok(!JSON.stringify(description.components).includes(`"${FALLBACK_TEXT}"`));
});

test('an example shows what its operation does: finalize-billing gives a number, sign-estimate a signature', () => {
  const answered = (name: string) =>
    exampleIn(
      description,
      referred(description, described.find((each) => each.name === name)?.operation.responses[200]).content[
        'application/json'
      ],
    );
  assert.deepEqual([answered('finalize-billing').number, answered('finalize-billing').locked], ['F-2026-0001', true]);
  assert.deepEqual([answered('sign-estimate').state, answered('sign-estimate').number], ['signed', 'D-2026-0001']);
  assert.equal(answered('mark-paid').total.remainingAmountWithTax, 0);
  assert.equal(answered('update-billing-lines').number, undefined);
});

test('the logo setting has the name of the described service', () => {
  const { properties, required } = openapi(operations, 'Atelier').components.schemas.DisplaySettings;
  assert.ok(properties.displayAtelierLogo && required.includes('displayAtelierLogo'));
  assert.equal(properties.displayFacturierLogo, undefined);
  const committed = description.components.schemas.DisplaySettings;
  assert.ok(committed.properties.displayFacturierLogo && committed.required.includes('displayFacturierLogo'));
  const asked = described.find(({ name }) => name === 'update-billing-display-settings')?.operation.requestBody;
  const schema = referred(description, referred(description, asked).content['application/json'].schema);
  assert.ok(schema.properties.displayFacturierLogo && schema.properties.displayServiceLogo);
  assert.ok(!schema.required.includes('displayFacturierLogo'));
});

test('every operation is in a documented chapter', () => {
  const known = description.tags.map(({ name }: { name: string }) => name);
  for (const { name, operation } of described) assert.ok(known.includes(operation.tags?.[0]), name);
});

function check(content: Json, place: string, name: string): void {
  for (const [type, media] of Object.entries<Json>(content)) {
    if (exampleIn(description, media) === undefined && isShownByOperation(name)) continue;
    assert.deepEqual(
      faultsOf(exampleIn(description, media), `${place}/${type.replace('/', '~1')}/schema`),
      [],
      `${name} ${type}`,
    );
  }
}

/** A large tool response equals that of its operation and is only shown there. */
function isShownByOperation(tool: string): boolean {
  const operation = operations.find((each) => each.tool && `tool-${each.tool.name}` === tool);
  const answer = described.find(({ name }) => name === operation?.name)?.operation.responses[operation?.success ?? 200];
  return (
    answer !== undefined &&
    exampleIn(description, referred(description, answer).content['application/json']) !== undefined
  );
}

/** Validation errors of an example against the schema at this location. */
function faultsOf(example: unknown, place: string): unknown[] {
  if (example === undefined) return ['there is none'];
  const validate = ajv.compile({ $ref: `openapi${place}` });
  return validate(example) ? [] : (validate.errors ?? []);
}

/** Escapes a step of a JSON pointer in a URL. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
