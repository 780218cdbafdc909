import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { createAdvance } from '../../src/api/billing/advances.ts';
import { createCreditNoteFromAdvance, createCreditNoteFromInvoice } from '../../src/api/billing/credit-notes.ts';
import { duplicateBilling } from '../../src/api/billing/documents/duplicate.ts';
import { updateLines } from '../../src/api/billing/documents/edit/lines.ts';
import { finalizeBilling } from '../../src/api/billing/documents/finalize.ts';
import { getBilling, getEstimate } from '../../src/api/billing/documents/get.ts';
import { listBillings } from '../../src/api/billing/documents/list.ts';
import { createEstimate, signEstimate } from '../../src/api/billing/estimates.ts';
import { createFinalInvoice, createInvoice } from '../../src/api/billing/invoices.ts';
import { createContact } from '../../src/api/customers/customers.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
let customerId: string;
beforeAll(async () => {
  service = await testService();
  const contact = await service.call(createContact, {
    caller: service.test,
    body: {
      firstname: 'Léa',
      lastname: 'Moreau',
      emails: ['lea@example.org'],
      billingAddress: { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
    },
  });
  customerId = contact.json.id;
});
afterAll(() => service.close());

const done = async (operation: Parameters<TestService['call']>[0], id: string, body?: unknown) => {
  const heard = await service.call(operation, { caller: service.test, path: { id }, ...(body ? { body } : {}) });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
};

test('an estimate of 2,032.20 with a discount of 5 % goes through advance, final invoice and credit notes to the cent', async () => {
  const estimate = await done(createEstimate, customerId);
  const lined = await done(updateLines, estimate.id, {
    discount: { amount: 500, mode: 'PERCENTAGE' },
    lines: [
      {
        section: 'Site',
        designation: 'Développement',
        quantity: 3.5,
        quantityUnit: 'day',
        unitPrice: 45000,
        type: 'service_delivery',
        vatCode: 'FR_2000',
      },
      {
        section: 'Site',
        designation: 'Hébergement',
        quantity: 1,
        quantityUnit: 'unit',
        unitPrice: 12345,
        vatCode: 'FR_2000',
        discount: { amount: 1000, mode: 'PERCENTAGE' },
      },
      {
        section: 'Fournitures',
        designation: 'Livres',
        quantity: 3,
        quantityUnit: 'unit',
        unitPrice: 999,
        vatCode: 'FR_550',
      },
      {
        section: 'Fournitures',
        designation: 'Timbres fiscaux',
        quantity: 1,
        quantityUnit: 'unit',
        unitPrice: 8000,
        type: 'disbursement',
      },
    ],
  });
  assert.deepEqual(
    lined.lines.map((line: any) => line.priceWithoutTaxAfterDiscount),
    [157500, 11110, 2997, 8000],
  );
  // 1,575.00 + 111.10, and 29.97 + 80.00: before the 5 % of the document, tax of each line on top.
  const sections = [
    { title: 'Site', lineCount: 2, amountWithoutTax: 168610, amountWithTax: 202332 },
    { title: 'Fournitures', lineCount: 2, amountWithoutTax: 10997, amountWithTax: 11162 },
  ];
  assert.deepEqual(lined.sections, sections);
  assert.equal(lined.total.amountWithoutTaxBeforeDiscount, 168610 + 10997);
  assert.equal(lined.total.discountAmount, 8580);
  assert.equal(lined.total.amountWithoutTaxAfterDiscount, 171027);
  assert.deepEqual(lined.total.vatDetails, [
    { vatCode: 'FR_550', amount: 157, vatRate: 5.5 },
    { vatCode: 'FR_2000', amount: 32036, vatRate: 20 },
  ]);
  assert.equal(lined.total.amountWithTaxAfterDiscount, 203220);

  assert.equal((await done(finalizeBilling, estimate.id)).number, 'TEST-D-2026-0001');
  await done(signEstimate, estimate.id);
  const advance = await done(createAdvance, estimate.id);
  assert.equal(advance.total.amountWithTaxAfterDiscount, 58566);
  assert.equal(advance.total.amountWithoutTaxAfterDiscount, 48054 + 854);
  assert.deepEqual(
    advance.total.vatDetails.map((detail: any) => [detail.vatCode, detail.amount]),
    [
      ['FR_550', 47],
      ['FR_2000', 9611],
    ],
  );
  assert.equal(advance.designation, 'Acompte sur devis TEST-D-2026-0001');
  assert.equal((await done(finalizeBilling, advance.id)).number, 'TEST-F-2026-0001');

  const final = await done(createFinalInvoice, estimate.id);
  assert.equal(final.total.amountWithTaxAfterDiscount, 203220);
  assert.equal(final.total.remainingAmountWithTax, 144654);
  assert.deepEqual(final.sections, sections);
  const finalized = await done(finalizeBilling, final.id);
  assert.equal(finalized.number, 'TEST-F-2026-0002');
  assert.equal(finalized.total.remainingAmountWithTax, 144654);

  const billed = await done(getEstimate, estimate.id);
  assert.equal(billed.total.remainingAmountToBill, 0);
  assert.equal(billed.total.billedAmountWithTax, 203220);
  assert.equal(billed.hasFinalInvoice, true);
  assert.equal(billed.advances.length, 1);

  const asset = await done(createCreditNoteFromInvoice, final.id);
  assert.equal(asset.total.amountWithoutTaxAfterDiscount, 122119);
  assert.equal(asset.total.amountWithTaxAfterDiscount, 144654);
  // Its lines are reduced to what is left, discount and all, and stand where they stood.
  assert.deepEqual(
    asset.sections.map(({ title, lineCount }: any) => [title, lineCount]),
    [
      ['Site', 2],
      ['Fournitures', 2],
    ],
  );
  assert.equal(
    asset.sections.reduce((all: number, section: any) => all + section.amountWithoutTax, 0),
    122119,
  );
  assert.equal(
    asset.total.vatDetails.reduce((all: number, detail: any) => all + detail.amount, 0),
    22535,
  );
  assert.deepEqual(
    asset.advances.map((deducted: any) => deducted.id),
    [advance.id],
  );
  assert.equal((await done(finalizeBilling, asset.id)).number, 'TEST-AV-2026-0001');
  const second = await service.call(createCreditNoteFromInvoice, { caller: service.test, path: { id: final.id } });
  assert.equal(second.refused, 'nothing_left_to_credit');

  const back = await done(createCreditNoteFromAdvance, advance.id);
  assert.equal(back.total.amountWithTaxAfterDiscount, 58566);
  await done(finalizeBilling, back.id);
  const again = await service.call(createCreditNoteFromAdvance, { caller: service.test, path: { id: advance.id } });
  assert.equal(again.refused, 'advance_already_has_credit_note');
  const after = await done(getEstimate, estimate.id);
  assert.equal(after.total.billedAmountWithTax, 0);
});

test('prices agreed with tax, 499.99 and three at 3.33, stay 509.98 to the cent', async () => {
  const invoice = await done(createInvoice, customerId, {
    lines: [
      { designation: 'Chaise', quantity: 1, unitPrice: 49999, vatCode: 'FR_2000', isTaxIncluded: true },
      { designation: 'Vis', quantity: 3, unitPrice: 333, vatCode: 'FR_2000', isTaxIncluded: true },
    ],
  });
  assert.equal(invoice.total.amountWithTaxAfterDiscount, 50998);
  assert.equal(invoice.total.vatDetails[0].amount, 8500);
  assert.equal(invoice.total.amountWithoutTaxAfterDiscount, 42498);
});

/** Training days of 100.00, at 20 %, under these headings. */
const days = (...headings: (string | null | undefined)[]) =>
  headings.map((section) => ({ designation: 'Formation', quantity: 1, unitPrice: 10000, vatCode: 'FR_2000', section }));
const invoiced = (...headings: (string | null | undefined)[]) =>
  done(createInvoice, customerId, { lines: days(...headings) });
const sectionsOf = ({ sections = [] }: any) =>
  sections.map(({ title, lineCount, amountWithoutTax }: any) => [title, lineCount, amountWithoutTax]);

test('consecutive lines under one heading form a section; other lines end it and belong to none', async () => {
  const invoice = await invoiced('Atelier', ' Atelier\n', null, 'Atelier', 'Salle', '', '   ', undefined);
  const sections = [
    ['Atelier', 2, 20000],
    ['Atelier', 1, 10000],
    ['Salle', 1, 10000],
  ];
  assert.deepEqual(sectionsOf(invoice), sections);
  assert.deepEqual(
    invoice.lines.map(({ section }: any) => section),
    ['Atelier', 'Atelier', undefined, 'Atelier', 'Salle', undefined, undefined, undefined],
  );
  assert.deepEqual(sectionsOf(await done(getBilling, invoice.id)), sections);
  const list = await service.call(listBillings, { caller: service.test, query: { type: ['invoice'] } });
  assert.deepEqual(sectionsOf(list.json.docs.find(({ id }: any) => id === invoice.id)), sections);
  assert.deepEqual(sectionsOf(await done(duplicateBilling, invoice.id)), sections);
  const bare = await done(updateLines, invoice.id, { lines: days(undefined) });
  assert.equal('sections' in bare || 'section' in bare.lines[0], false);
});

test('a partial credit note keeps the headings of its lines', async () => {
  const invoice = await invoiced('Atelier', 'Atelier', 'Salle');
  await done(finalizeBilling, invoice.id);
  const asset = await done(createCreditNoteFromInvoice, invoice.id);
  assert.deepEqual(sectionsOf(asset), [
    ['Atelier', 2, 20000],
    ['Salle', 1, 10000],
  ]);
  await done(updateLines, asset.id, { lines: days('Atelier') });
  const credited = await done(finalizeBilling, asset.id);
  assert.deepEqual(sectionsOf(credited), [['Atelier', 1, 10000]]);
  const rest = await done(createCreditNoteFromInvoice, invoice.id);
  assert.deepEqual(
    rest.sections.map(({ title }: any) => title),
    ['Atelier', 'Salle'],
  );
});

test('500 lines form one section of 50,000.00', async () => {
  const invoice = await invoiced(...Array.from({ length: 500 }, () => 'Année'));
  assert.deepEqual(sectionsOf(invoice), [['Année', 500, 5000000]]);
  assert.equal((await done(finalizeBilling, invoice.id)).sections[0].amountWithTax, 6000000);
});

test('a heading is one line of at most 120 characters; others are refused at their field and not stored', async () => {
  const most = 'é'.repeat(120);
  const invoice = await invoiced(`  ${most}  `);
  assert.equal(invoice.sections[0].title, most);
  const faults: [unknown, string][] = [
    ['é'.repeat(121), 'too_big'],
    ['a'.repeat(10_000), 'too_big'],
    ['Lot 1\nLot 2', 'text_of_several_lines'],
    ['Lot\u0007', 'text_of_several_lines'],
    ['Lot\u2028 2', 'text_of_several_lines'],
    ['\u202e2 toL', 'text_of_several_lines'],
    ['Lot \u2067ב\u2069', 'text_of_several_lines'],
    ['Lot\0', 'text_unstorable text_of_several_lines'],
    ['Lot\ud800', 'text_unstorable'],
    [7, 'invalid_type'],
    [['Lot'], 'invalid_type'],
  ];
  for (const [section, code] of faults) {
    const lines = [...days('Avant'), { ...days()[0], ...days('x')[0], section }];
    const heard: any = await service.call(updateLines, {
      caller: service.test,
      path: { id: invoice.id },
      body: { lines },
    });
    assert.equal(heard.refused, 'input_invalid', JSON.stringify(section).slice(0, 40));
    assert.deepEqual(
      heard.faults.map((fault: any) => [fault.pointer, fault.code]),
      code.split(' ').map((each) => ['/lines/1/section', each]),
    );
  }
  assert.equal((await done(getBilling, invoice.id)).sections[0].title, most);
});

test('PostgreSQL refuses an invalid heading from any writer', async () => {
  const { id } = await invoiced('Atelier', undefined);
  const { id: bare } = await invoiced(undefined);
  const client = await service.owner.connect();
  const written = async (document: string, heading: string | undefined, isGuarded = true): Promise<string> => {
    await client.query('begin');
    try {
      await client.query(`select set_config('app.account_id', $1, true)`, [service.live.accountId]);
      if (!isGuarded) await client.query('alter table billing.document disable trigger sections_are_headings');
      const { rowCount } = await client.query(
        `update billing.document set content = jsonb_set(content::jsonb, '{content,lines,0}',
           (content::jsonb #> '{content,lines,0}') - 'section' || $2::jsonb)::text where id = $1`,
        [document, heading === undefined ? '{}' : `{"section":${heading}}`],
      );
      return `${rowCount} written`;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query('rollback');
    }
  };
  try {
    for (const heading of [
      '""',
      '" Atelier"',
      '"Atelier "',
      '"A\\nB"',
      '"A\\u0007"',
      '"\\u202ereilet"',
      '"\\u2067A\\u2069"',
      `"${'é'.repeat(121)}"`,
      'null',
      '7',
    ])
      for (const document of [id, bare]) {
        assert.equal(await written(document, heading), 'FA008', heading);
        assert.equal(await written(document, heading, false), '1 written', heading);
      }
    for (const heading of ['"Salle"', '"Lot 1 \\"gros œuvre\\""', `"${'é'.repeat(120)}"`, undefined])
      assert.equal(await written(id, heading), '1 written', heading);
  } finally {
    client.release();
  }
});

const CONTENT = sql`select content from billing.document where account_id = $1 and id = $2`;

test('a document without sections is stored and sealed without any section field', async () => {
  const [plain, grouped] = [await invoiced(undefined), await invoiced('Atelier')];
  for (const [{ id }, says] of [
    [plain, false],
    [grouped, true],
  ]) {
    const textOf = () =>
      inTransaction(service.services.pool, service.test, async (tx) => {
        const [row] = await tx.read(CONTENT, [tx.accountId, id]);
        return { commit: false, answer: row?.content as string };
      });
    assert.equal((await textOf()).includes('"section'), says, 'draft');
    await done(finalizeBilling, id);
    assert.equal((await textOf()).includes('"section'), says, 'sealed');
  }
});
