import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { rejectIncompleteDates } from './incomplete-dates.ts';

/** A minimal fake of the browser: forms, fields and submit listeners. */
class Form {
  readonly elements: readonly unknown[];
  constructor(elements: readonly unknown[]) {
    this.elements = elements;
  }
}
class Field {
  reported = 0;
  readonly validity: { readonly badInput: boolean };
  constructor(badInput: boolean) {
    this.validity = { badInput };
  }
  reportValidity(): void {
    this.reported++;
  }
}
let submit: ((event: unknown) => void) | undefined;
const listener = {
  addEventListener(type: string, heard: (event: unknown) => void, { capture }: { capture: boolean }) {
    assert.deepEqual([type, capture], ['submit', true], 'before the form hears of it');
    submit = heard;
  },
};
beforeAll(() => {
  Object.assign(globalThis, { document: listener, HTMLFormElement: Form, HTMLInputElement: Field });
  rejectIncompleteDates();
});
afterAll(() => {
  for (const name of ['document', 'HTMLFormElement', 'HTMLInputElement']) Reflect.deleteProperty(globalThis, name);
});

/** Submits a form: returns whether it was blocked, and how often each field reported its error. */
function sent(target: unknown, fields: readonly Field[] = []) {
  const kept = { prevented: 0, stopped: 0 };
  submit?.({
    target,
    preventDefault: () => kept.prevented++,
    stopImmediatePropagation: () => kept.stopped++,
  });
  return [kept.prevented, kept.stopped, ...fields.map(({ reported }) => reported)];
}

test('a form with an incomplete date is not sent, and the field says what is missing', () => {
  const [whole, half, other] = [new Field(false), new Field(true), new Field(true)];
  const form = new Form([{ name: 'a fieldset' }, whole, half, other]);
  assert.deepEqual(sent(form, [whole, half, other]), [1, 1, 0, 1, 0]);
});

test('a form with complete or empty dates is sent, and so is any other form', () => {
  const whole = new Field(false);
  assert.deepEqual(sent(new Form([whole, { name: 'a button' }]), [whole]), [0, 0, 0]);
  assert.deepEqual(sent({ elements: [new Field(true)] }), [0, 0]);
});
