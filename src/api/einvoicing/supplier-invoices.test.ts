import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { examples } from '../../../test/einvoice/examples.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { deleteSupplierInvoice as removeRow } from '../../db/einvoicing/supplier-invoices.ts';
import { inTransaction } from '../../db/transaction.ts';
import { electronicInvoiceOf } from '../../einvoice/build-electronic-invoice.ts';
import { ciiOf } from '../../einvoice/cii/cii.ts';
import type { ElectronicInvoice } from '../../einvoice/electronic-invoice.ts';
import { ublOf } from '../../einvoice/ubl/ubl.ts';
import { readSupplierFile, takeSupplierInvoice } from '../../services/einvoicing/take-supplier-invoice.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const example = (name: string): ElectronicInvoice => {
  const make = examples[name];
  assert.ok(make, name);
  const { bill, made } = make();
  return electronicInvoiceOf(bill, made.around());
};
const usual = example('invoice-usual');
let numbers = 0;
/** The usual invoice with a number of its own. */
const other = (change: Partial<ElectronicInvoice> = {}): ElectronicInvoice => ({
  ...usual,
  number: `F-${++numbers}`,
  ...change,
});

const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64');
const sent = (text: string | Uint8Array, caller = service.live, name = 'facture.xml') =>
  service.call('upload-supplier-invoice', { caller, body: { name, content: base64(text) } });
const taken = async (text: string | Uint8Array, caller = service.live) => {
  const { json, ...refused } = await sent(text, caller);
  assert.ok(json, JSON.stringify(refused));
  return json.supplierInvoice;
};
const listed = async (query: object = {}, caller = service.live) =>
  (await service.call('list-supplier-invoices', { caller, query: { limit: 100, ...query } })).json;
const got = async (supplierInvoiceId: string, caller = service.live) =>
  service.call('get-supplier-invoice', { caller, path: { supplierInvoiceId } });

describe('upload-supplier-invoice', () => {
  test('keeps the original and reads it to the cent; the same bytes again add nothing', async () => {
    const invoice = other();
    const xml = ciiOf(invoice);
    const first = (await sent(xml)).json;
    const again = (await sent(xml)).json;
    assert.deepEqual([first.isNew, again.isNew, again.supplierInvoice.id], [true, false, first.supplierInvoice.id]);
    const { supplierInvoice } = first;
    assert.deepEqual(
      [supplierInvoice.format, supplierInvoice.state, supplierInvoice.source, supplierInvoice.number],
      ['cii', 'to_do', 'upload', invoice.number],
    );
    const { amountWithoutTax, vatAmount, amountWithTax, amountDue } = supplierInvoice;
    const { net, tax, total, due } = invoice.totals;
    assert.deepEqual([amountWithoutTax, vatAmount, amountWithTax, amountDue], [net, tax, total, due]);
    assert.equal(supplierInvoice.invoice.lines.length, invoice.lines.length);
    const original = await service.call('download-supplier-invoice', {
      path: { supplierInvoiceId: supplierInvoice.id },
    });
    assert.ok(!original.refused && original.file);
    assert.equal(Buffer.from(original.file.bytes).toString(), xml);
    assert.equal(original.file.mediaType, 'application/xml');
  });

  test('sent by eight clients at once is stored once and published once', async () => {
    const xml = ublOf(other());
    const all = await Promise.all(Array.from({ length: 8 }, () => sent(xml)));
    assert.equal(new Set(all.map(({ json }) => json.supplierInvoice.id)).size, 1);
    assert.equal(all.filter(({ json }) => json.isNew).length, 1);
    const id = all[0]?.json.supplierInvoice.id;
    const { json } = await service.call('list-events', { query: { type: 'supplier_invoice.received', limit: 100 } });
    const published = json.docs.filter((each: any) => each.supplierInvoice.id === id);
    assert.deepEqual(
      published.map((body: any) => body.supplierInvoice.number),
      [all[0]?.json.supplierInvoice.number],
    );
  });

  test('keeps a file that cannot be read, and says why', async () => {
    const kept = await taken('<html><body>Facture</body></html>');
    assert.deepEqual([kept.fault, kept.format, kept.warnings], [{ fault: 'not_an_invoice' }, undefined, []]);
    const { docs } = await listed({ readable: false });
    assert.ok(docs.some(({ id }: { id: string }) => id === kept.id));
    const cut = await taken(ciiOf(other()).slice(0, 900));
    assert.equal(cut.fault.fault, 'cut_short');
  });

  test('refuses an empty file, a picture and one above 5 MiB, by their codes', async () => {
    for (const [content, reason] of [
      ['', 'empty'],
      [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'type'],
      // Zero bytes must not make the search for the first `<` exponential.
      [Buffer.alloc(1_024), 'type'],
      [`<a>${' '.repeat(5 * 1_048_576)}</a>`, 'too_large'],
    ] as const) {
      const refused = await sent(content);
      assert.deepEqual([refused.refused, (refused as { reason?: string }).reason], ['supplier_file_unusable', reason]);
    }
  });
});

describe('warnings of get-supplier-invoice', () => {
  const warningsOn = async (invoice: ElectronicInvoice): Promise<string[]> => (await taken(ublOf(invoice))).warnings;

  test('none for a correct invoice to this business', async () => {
    const { legalId } = usual.buyer;
    await service.call('update-company', { body: { siret: usual.buyer.establishment?.value } });
    assert.ok(legalId);
    assert.deepEqual(await warningsOn(other()), []);
  });

  test('the same number and year of the same supplier in another file is a duplicate of the first', async () => {
    const invoice = other();
    const first = await taken(ciiOf(invoice));
    const second = await taken(ublOf(invoice));
    assert.deepEqual([first.warnings, second.warnings, second.duplicateOf], [[], ['duplicate'], first.id]);
    assert.deepEqual(await warningsOn({ ...invoice, issuedOn: '2031-01-05' }), []);
  });

  test('another IBAN than on the last invoice of the supplier is shown with the end of the old one', async () => {
    const account = { iban: 'DE02120300000000202051' };
    const changed = await taken(ublOf(other({ payment: { code: '30', text: 'Virement', reference: 'F', account } })));
    assert.deepEqual(changed.warnings, ['other_iban']);
    assert.match(changed.ibanBefore, /^FR.*…/);
    const back = await taken(ublOf(other()));
    assert.deepEqual(back.warnings, ['other_iban'], 'back at the first account is a change too');
    assert.deepEqual(await warningsOn(other()), []);
  });

  test('another buyer, a total that is a cent off and a missing VAT number are found', async () => {
    const buyer = { ...usual.buyer, legalId: { scheme: '0002', value: '552081317' } };
    assert.deepEqual(await warningsOn(other({ buyer })), ['other_buyer']);
    const totals = { ...usual.totals, due: (usual.totals.due + 1) as never };
    assert.deepEqual(await warningsOn(other({ totals })), ['totals_differ']);
    const { vatNumber: _, ...seller } = usual.seller;
    assert.deepEqual(await warningsOn(other({ seller })), ['vat_number_missing']);
  });

  test('no total of any example is reported as wrong', async () => {
    for (const name of Object.keys(examples)) {
      const { warnings } = await taken(ciiOf(example(name)), service.test);
      assert.ok(!warnings.includes('totals_differ'), name);
    }
  });
});

describe('list-supplier-invoices and mark-supplier-invoices', () => {
  test('finds by supplier, number without accents, day and state, page by page', async () => {
    const found = await taken(
      ciiOf(other({ seller: { ...usual.seller, name: 'Société Électrique' }, number: 'EDF-77' })),
    );
    const ids = async (query: object): Promise<string[]> => (await listed(query)).docs.map(({ id }: any) => id);
    assert.deepEqual(await ids({ search: 'societe electrique 77' }), [found.id]);
    assert.ok((await ids({ supplier: found.supplier.key })).includes(found.id));
    assert.deepEqual(await ids({ search: 'edf-77', from: found.issuedOn, to: found.issuedOn }), [found.id]);
    assert.deepEqual(await ids({ search: 'edf-77', to: '2000-01-01' }), []);
    assert.deepEqual(await ids({ search: '100%' }), []);
    const all = await ids({});
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listed({ limit: 3, ...(cursor && { cursor }) });
      paged.push(...page.docs.map(({ id }: any) => id));
      cursor = page.nextCursor;
    } while (cursor);
    assert.deepEqual(paged, all);
    assert.ok(all.length > 10);
  });

  test('marks all of them, or none if one does not exist', async () => {
    const [one, two] = [await taken(ciiOf(other())), await taken(ciiOf(other()))];
    const mark = (supplierInvoiceIds: string[], state: string) =>
      service.call('mark-supplier-invoices', { body: { supplierInvoiceIds, state } });
    const nothing = '019a0000-0000-7000-8000-000000000000';
    assert.equal((await mark([one.id, nothing], 'handled')).refused, 'supplier_invoice_not_found');
    assert.equal((await got(one.id)).json.state, 'to_do');
    await mark([one.id, two.id], 'handled');
    const { docs } = await listed({ state: 'handled' });
    assert.deepEqual(docs.map(({ id }: any) => id).sort(), [one.id, two.id].sort());
    await mark([two.id], 'to_do');
    assert.equal((await got(two.id)).json.handledAt, undefined);
  });
});

describe('delete-supplier-invoice', () => {
  const removed = async (supplierInvoiceId: string) =>
    (await service.call('delete-supplier-invoice', { path: { supplierInvoiceId } })) as Record<string, unknown>;

  test('deletes an upload that is still to do, but neither a handled one nor one of a platform', async () => {
    const upload = await taken(ciiOf(other()));
    await service.call('mark-supplier-invoices', { body: { supplierInvoiceIds: [upload.id], state: 'handled' } });
    const handled = await removed(upload.id);
    assert.deepEqual([handled.refused, handled.because], ['supplier_invoice_kept', 'handled']);
    await service.call('mark-supplier-invoices', { body: { supplierInvoiceIds: [upload.id], state: 'to_do' } });
    assert.equal((await removed(upload.id)).refused, undefined);
    assert.equal((await got(upload.id)).refused, 'supplier_invoice_not_found');

    const id = await delivered('flow-1');
    const kept = await removed(id);
    assert.deepEqual([kept.refused, kept.because], ['supplier_invoice_kept', 'platform']);
    const { accountId } = service;
    const forced = inTransaction(service.services.pool, { accountId, test: false }, async (tx) => {
      removeRow(tx, id);
      return { commit: true, answer: undefined };
    });
    await assert.rejects(forced, /stays as it was received/);
  });

  /** As the job of a platform connection takes a flow. */
  async function delivered(flowId: string): Promise<string> {
    const bytes = Buffer.from(ublOf(other()));
    const { accountId } = service;
    const read = await readSupplierFile(bytes, { accountId });
    const taking = (): Promise<{ id: string; isNew: boolean }> =>
      inTransaction(service.services.pool, { accountId, test: false }, async (tx) => {
        const context = {
          ...service.services.environment,
          tx,
          now: service.clock.now,
          newId: () => crypto.randomUUID(),
        };
        const file = { bytes, read, name: `${flowId}.xml`, source: { from: 'platform', flowId } } as const;
        const became = await takeSupplierInvoice(context, file);
        assert.ok('invoice' in became, JSON.stringify(became));
        return { commit: true, answer: { id: became.invoice.id, isNew: became.isNew } };
      });
    const [first, second] = [await taking(), await taking()];
    assert.deepEqual([first.isNew, second.isNew, second.id], [true, false, first.id]);
    return first.id;
  }
});

describe('who may read and change received invoices', () => {
  test('list, get, download, upload, mark and delete need the billing scopes', async () => {
    const { id } = await taken(ciiOf(other()));
    const path = { supplierInvoiceId: id };
    const reader = { ...service.live, scopes: ['billing:read'] as const };
    const stranger = { ...service.live, scopes: ['customers:write', 'account:admin'] as const };
    const refusedFor = async (name: string, caller: object, given: object) =>
      (await service.call(name as never, { caller, ...given } as never)).refused;
    const mark = { body: { supplierInvoiceIds: [id], state: 'handled' } };
    for (const [name, given] of [
      ['list-supplier-invoices', {}],
      ['get-supplier-invoice', { path }],
      ['download-supplier-invoice', { path }],
    ] as const) {
      assert.equal(await refusedFor(name, reader, given), undefined, name);
      assert.equal(await refusedFor(name, stranger, given), 'scope_missing', name);
    }
    for (const [name, given] of [
      ['upload-supplier-invoice', { body: { name: 'a.xml', content: base64('<a/>') } }],
      ['mark-supplier-invoices', mark],
      ['delete-supplier-invoice', { path }],
    ] as const)
      for (const caller of [reader, stranger])
        assert.equal(await refusedFor(name, caller, given), 'scope_missing', name);
  });

  test('another account and the other mode see nothing and change nothing', async () => {
    const xml = ciiOf(other());
    const { id } = await taken(xml);
    const foreign = (await service.newAccount('Otto')).live;
    for (const caller of [foreign, service.test]) {
      assert.equal((await got(id, caller)).refused, 'supplier_invoice_not_found');
      const path = { supplierInvoiceId: id };
      for (const name of ['download-supplier-invoice', 'delete-supplier-invoice'] as const)
        assert.equal((await service.call(name, { caller, path })).refused, 'supplier_invoice_not_found');
      const body = { supplierInvoiceIds: [id], state: 'handled' };
      const marked = await service.call('mark-supplier-invoices', { caller, body });
      assert.equal(marked.refused, 'supplier_invoice_not_found');
      assert.ok(!(await listed({}, caller)).docs.some((each: { id: string }) => each.id === id));
      // The same bytes are another invoice there.
      const own = (await sent(xml, caller)).json;
      assert.deepEqual([own.isNew, own.supplierInvoice.id === id], [true, false]);
    }
  });
});
