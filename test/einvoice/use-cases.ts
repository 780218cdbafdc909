import assert from 'node:assert/strict';
import { readDocumentGroup } from '../../src/db/billing/read-document-group.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { isBill, isFinalized } from '../../src/domain/billing/document/document.ts';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { readPlatform } from '../../src/jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../src/jobs/einvoicing/send-document.ts';
import { sendMessage } from '../../src/jobs/einvoicing/send-message.ts';
import { stateCollected } from '../../src/jobs/einvoicing/state-collected.ts';
import { lived } from '../jobs/recurring-simulation.ts';
import { booksOf, TRAINING } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { testService } from '../support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../support/stand-ins/approved-platform.ts';
import { electronicProblems } from './own-rules.ts';

// The business of the scenarios, connected to the trial platform, which makes the e-reports too.

const MINUTE = 60;
const SEPTEMBER_6 = Date.UTC(2027, 8, 6, 10) / 1000;

export const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };
export const BERTIN = { name: 'Maison Bertin SARL', siret: '20000000800017' };
export const VALMONT = {
  ...{ name: 'Commune de Valmont-les-Bains', siret: '30000000700017' },
  electronicAddress: '300000007_30000000700017_CULTURE',
};
export const GOODS = { ...TRAINING, designation: 'Luminaire', type: 'SALE_OF_GOODS', isDeliveryOfGoods: true } as const;
export const UNTAXED = { ...TRAINING, vatCode: 'FR_00HT' } as const;
const placeOf = (zipCode: string, city: string, country = 'FR') => ({ address: '1 rue Haute', zipCode, city, country });
export const LA_REUNION = placeOf('97400', 'Saint-Denis');
export const GUYANE = placeOf('97300', 'Cayenne');
export const BERLIN = placeOf('10115', 'Berlin', 'DE');
export const GENEVA = placeOf('1201', 'Genève', 'CH');

/** What the electronic invoice of a document says, and what became of it. */
export type Said = {
  /** `380 S1 B2B B2B`: type (BT-3), framework (BT-23), note BAR, processing rule. */
  readonly codes: string;
  /** VAT categories with their rates. */
  readonly vat: string;
  /** Total with VAT, already paid, due: BT-112, BT-113, BT-115. */
  readonly amounts: string;
  /** The codes of the life cycle in the order they were stated. */
  readonly timeline: string;
  readonly xml: string;
};

export type Business = Awaited<ReturnType<typeof business>>;

/** The business, and what is done in it. */
export async function business() {
  const service = await testService();
  service.clock.now = SEPTEMBER_6;
  const books = booksOf(service);
  await books.company({ ...COMPANY, vatRegime: 'normal' });
  const platform = approvedPlatform(service);
  const connection = { ...PLATFORM, isAutomatic: true, reports: 'by_platform', syntax: 'CII' };
  await books.done('connect-platform', undefined, connection);
  const life = lived(service, [sendToPlatform, sendMessage, stateCollected, readPlatform]);
  const pass = (minutes = 5) => life.until(service.clock.now + minutes * MINUTE);
  const transmission = (id: string) => books.done('get-transmission', id);

  /** The deposit of a flow of ours: its description and its file. */
  async function depositOf(trackingId: string) {
    for (const { body, headers } of platform.deposits.toReversed()) {
      const type = { 'content-type': headers['content-type'] ?? '' };
      const form = await new Response(Buffer.from(body ?? []), { headers: type }).formData();
      const info = JSON.parse(await (form.get('flowInfo') as Blob).text());
      if (info.trackingId === trackingId) return { info, xml: await (form.get('file') as File).text() };
    }
    throw new Error(`nothing was deposited as ${trackingId}`);
  }

  /** The rules of EN 16931 and of France that the electronic form of a document breaks. */
  const problemsOf = (id: string) =>
    inTransaction(service.services.pool, { accountId: service.accountId, test: false }, async (tx) => {
      const documents = [...(await readDocumentGroup(tx, id)).values()].map(({ document }) => document);
      const bill = documents.find((document) => document.id === id);
      assert.ok(bill && isBill(bill) && isFinalized(bill));
      const invoice = electronicInvoiceOf(bill, { zone: 'Europe/Paris', relatives: documents });
      return { commit: false, answer: electronicProblems(invoice) };
    });

  /** What a finalized document says once the platform had time to answer. */
  async function said(id: string): Promise<Said> {
    await pass();
    const { trackingId, statuses, stage } = await transmission(id);
    assert.ok(trackingId, `${id} did not leave: ${stage}`);
    assert.deepEqual(await problemsOf(id), []);
    const { info, xml } = await depositOf(trackingId);
    const codes = [typeOf(xml), frameworkOf(xml), barOf(xml), info.processingRule].join(' ');
    const timeline = statuses.map(({ code }: { code: number }) => code).join(' ');
    return { codes, vat: vatOf(xml), amounts: amountsOf(xml), timeline, xml };
  }

  const buyer = (siren: string, behaviour: object) => platform.order(`companies/${siren}`, { behaviour });

  /** An invoice with lines and general information (the framework, the VAT mention …). */
  async function drafted(customer: string, lines: readonly object[] = [TRAINING], general: object = {}) {
    const draft = await books.invoice(customer, { lines });
    if (Object.keys(general).length > 0) await books.done('update-invoice-general-informations', draft.id, general);
    return draft;
  }
  const invoiced = async (customer: string, lines?: readonly object[], general?: object) =>
    books.finalized(await drafted(customer, lines, general));
  /** Statuses 212: what was stated as collected, in cents, by message. */
  const collected = async (id: string): Promise<number[]> => {
    // The platform is asked every 15 minutes.
    await pass(20);
    const all = (await transmission(id)).collected as { amounts: { amount: number }[] }[];
    return all.map(({ amounts }) => amounts.reduce((sum, { amount }) => sum + amount, 0));
  };
  return { service, books, platform, buyer, pass, transmission, said, drafted, invoiced, collected };
}

const found = (xml: string, pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '–';
const typeOf = (xml: string) => found(xml, /<rsm:ExchangedDocument>.*?<ram:TypeCode>(\d+)</s);
const frameworkOf = (xml: string) =>
  found(xml, /<ram:BusinessProcessSpecifiedDocumentContextParameter>\s*<ram:ID>([^<]+)</);
const barOf = (xml: string) => found(xml, /<ram:Content>([^<]*)<\/ram:Content>\s*<ram:SubjectCode>BAR</);

const amountsOf = (xml: string): string =>
  ['GrandTotalAmount', 'TotalPrepaidAmount', 'DuePayableAmount']
    .map((name) => found(xml, new RegExp(`<ram:${name}[^>]*>([^<]+)<`)))
    .join(' ');

/** `S 20.00, E 0.00`, from the header. */
const vatOf = (xml: string): string =>
  [...xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement>')).matchAll(TAX)]
    .map(([, category, rate]) => `${category} ${rate ?? '–'}`)
    .join(', ');
const TAX =
  /<ram:ApplicableTradeTax>(?:(?!<\/ram:ApplicableTradeTax>).)*?<ram:CategoryCode>(\w+)<\/ram:CategoryCode>(?:(?!<\/ram:ApplicableTradeTax>).)*?(?:<ram:RateApplicablePercent>([^<]+)<(?:(?!<\/ram:ApplicableTradeTax>).)*)?<\/ram:ApplicableTradeTax>/gs;
