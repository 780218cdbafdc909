import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { kindRow, kinds } from '../../src/domain/billing/document/kind.ts';
import { locales } from '../../src/domain/billing/document/locale.ts';
import { mailTypes } from '../../src/domain/mail/mail.ts';
import { cents } from '../../src/domain/money/cents.ts';
import { documentMail, type MailFacts, type Pressed } from '../../src/mail/document-mail.ts';
import { formatAmount, formatDay } from '../../src/mail/format-values.ts';
import { words } from '../../src/mail/locales/index.ts';
import { undeliveredMail, webhookDisabledMail } from '../../src/mail/owner-notices.ts';
import { plainText } from '../../src/mail/plain-text.ts';
import { harmless } from '../../src/mail/sanitize-html.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { ATELIER } from './sending.ts';

let service: TestService;
let books: Books;
/** A finalized document of each kind, and a draft. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company(ATELIER);
  const contact = await books.contact();
  const bank = { bankInformation: ATELIER.bankInformation };
  const kept = async (draft: { id: string }): Promise<string> => {
    await books.done('update-billing-bank-information', draft.id, bank);
    return (await books.finalized(draft)).id;
  };
  const estimate = await books.signedEstimate(contact);
  Object.assign(ids, {
    estimate: (await books.finalized(books.estimate(contact))).id,
    purchase_order: (
      await books.finalized(books.estimate(contact, { estimateType: 'purchase_order', lines: [TRAINING] }))
    ).id,
    advance: await kept(await books.done('create-advance', estimate.id)),
    invoice: await kept(await books.invoice(contact)),
    draft: (await books.invoice(contact)).id,
  });
  ids.credit_note = (
    await books.finalized(books.done('create-asset', (await books.finalized(books.invoice(contact))).id))
  ).id;
});
afterAll(() => service.close());

const render = async (id: string | undefined, emailType: string, locale?: string) => {
  const heard = await books.ask('render-billing-email', { path: { id, emailType }, query: locale ? { locale } : {} });
  assert.equal(heard.refused, undefined, `${emailType} ${JSON.stringify(heard)}`);
  return heard.json as { subject: string; content: string; text: string };
};
/** Normalizes non-breaking spaces. */
const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** 1,200.00 and 31 March 2026 in each language. */
const written = {
  fr: ['1 200,00 €', '1er avril 2026'],
  en: ['€1,200.00', '1 April 2026'],
  de: ['1.200,00 €', '1. April 2026'],
  it: ['1.200,00 €', '1 aprile 2026'],
  nl: ['€ 1.200,00', '1 april 2026'],
  pt: ['1 200,00 €', '1 de abril de 2026'],
  es: ['1.200,00 €', '1 de abril de 2026'],
} as const;

test('every kind of mail has a document to write about', () => {
  const tried = Object.keys(ids).filter((name) => name !== 'draft');
  assert.deepEqual(tried.toSorted(), kinds.toSorted());
});

for (const locale of locales)
  test(`in ${locale} every mail type is written for every kind it suits, safe as HTML and equal as plain text`, async () => {
    const seen = new Set<string>();
    for (const [kind, id] of Object.entries(ids)) {
      for (const type of kindRow(kind === 'draft' ? 'invoice' : (kind as 'invoice')).mails) {
        const { subject, content, text } = await render(id, type, locale);
        const what = `${locale} ${kind} ${type}: ${text}`;
        assert.equal(harmless(content), content, what);
        assert.equal(plainText(content, words[locale].between), text, what);
        assert.doesNotMatch(subject + text, /undefined|NaN|\[object|function|=>|[<>]|\{|\}/, what);
        assert.ok(subject.length <= 255 && text.length > 80, what);
        assert.ok(text.includes('Atelier « Zoé & Cie »') && text.includes('Léa Moreau'), what);
        if (kind !== 'draft') assert.match(subject, /(F|D|BC|AV)-2026-\d{4}/, what);
        seen.add(`${subject}\n${text}`);
      }
    }
    assert.equal(seen.size, 11, 'no two of them say the same');
    const [amount, day] = written[locale];
    for (const type of ['invoice_simple', 'invoice_reminder'] as const) {
      const text = spaced((await render(ids.invoice, type, locale)).text);
      assert.ok(text.includes(amount), `${amount}: ${text}`);
      assert.ok(text.includes(day), `${day}: ${text}`);
      assert.ok(text.includes('FR76 3000 6000 0112 3456 7890 189') && text.includes('AGRIFRPP'), text);
    }
  });

test('every language has different texts, and each type is one of the four published', async () => {
  assert.deepEqual(mailTypes, ['invoice_simple', 'invoice_reminder', 'invoice_recurring', 'estimate_simple']);
  for (const type of kindRow('invoice').mails) {
    const texts = await Promise.all(locales.map(async (locale) => (await render(ids.invoice, type, locale)).text));
    assert.equal(new Set(texts).size, locales.length);
  }
  const notices = locales.flatMap((locale) => [
    webhookDisabledMail({ host: 'example.com', reason: 'gone' }, locale),
    undeliveredMail({ subject: 'Facture', addresses: ['a@example.org'], answer: '550 <no>' }, locale),
  ]);
  assert.equal(new Set(notices.map(({ subject }) => subject)).size, 2 * locales.length);
  for (const { content } of notices) assert.equal(harmless(content), content);
});

test('a mail uses the language of its document unless another is requested; a draft is marked as one', async () => {
  await books.done('update-invoice-locale', ids.draft, { locale: 'de' });
  const { subject } = await render(ids.draft, 'invoice_simple');
  assert.equal(subject, 'Rechnung (Entwurf) von Atelier « Zoé & Cie »');
  assert.equal(
    (await render(ids.draft, 'invoice_simple', 'fr')).subject,
    'Facture (brouillon) – Atelier « Zoé & Cie »',
  );
});

test('a half-paid 1,200.00 is reminded of 600.00, late from the day after its due day; fully paid, of nothing', async () => {
  const { id } = await books.finalized(books.invoice(await books.contact()));
  await books.pay('invoice', id, 60_000);
  const reminder = async () => spaced((await render(id, 'invoice_reminder', 'fr')).text);
  const sentByHand = async () => spaced((await render(id, 'invoice_simple', 'fr')).text);
  assert.match(await reminder(), /Il reste 600,00 € à régler ; l’échéance est le 1er avril 2026\./);
  assert.match(await sentByHand(), /régler 600,00 € au plus tard le 1er avril 2026\./);
  // The invoice of noon is due on the 30th day, but not late that evening.
  service.clock.now += 30 * 86_400 + 6 * 3_600;
  assert.match(await reminder(), /l’échéance est le 1er avril 2026\./);
  assert.match(await sentByHand(), /600,00 €\n\nà régler au plus tard le 1er avril 2026\n/);
  service.clock.now += 86_400 - 6 * 3_600;
  assert.match(await sentByHand(), /était à payer le 1er avril 2026\. Nous vous remercions de régler 600,00 € dès/);
  assert.doesNotMatch(await sentByHand(), /au plus tard/);
  assert.match(await reminder(), /Il reste 600,00 € à régler ; l’échéance était le 1er avril 2026\./);
  await books.pay('invoice', id, 60_000);
  assert.match(await reminder(), /Il ne reste rien à régler/);
  assert.doesNotMatch(await reminder(), /IBAN|FR76/);
  service.clock.now -= 31 * 86_400;
});

test('reminders become firmer from courteous to firm; 40.00 and penalties appear from the second, where owed', () => {
  const invoice: MailFacts = {
    ...({
      kind: 'invoice',
      number: 'F-1',
      from: 'Zoé',
      currency: 'EUR',
      zone: 'Europe/Paris',
      url: 'https://a.example',
    } as const),
    ...{ total: cents(120_000), remaining: cents(120_000), emittedAt: 0, dueAt: 86_400, now: 10 * 86_400 },
    colours: { accent: '#000000', onAccent: '#ffffff' },
  };
  for (const locale of locales) {
    const said = (pressed: Pressed) => {
      const { subject, content } = documentMail('invoice_reminder', { ...invoice, pressed }, locale);
      return { subject, content, sums: [/40[.,]00/, /7[.,]75/, /D441-5/, /L441-10/].map((sum) => sum.test(content)) };
    };
    const owed = { lumpSum: cents(4_000), penalties: cents(775) };
    const [first, second, third] = [0, 1, 2].map((times) => said({ times, ...owed }));
    assert.equal(new Set([first, second, third].map((each) => each?.subject)).size, 3, locale);
    assert.deepEqual(first?.sums, [false, false, false, false], locale);
    for (const letter of [second, third]) assert.deepEqual(letter?.sums, [true, true, true, true], locale);
    assert.deepEqual(said({ times: 2, penalties: 'running' }).sums, [false, false, false, true], locale);
    assert.deepEqual(said({ times: 2 }).sums, [false, false, false, false], locale);
    const ofLongName = documentMail('invoice_simple', { ...invoice, from: 'é'.repeat(255) }, locale);
    assert.equal(
      ofLongName.subject.length,
      255,
      'a subject has 255 characters at most, and what is rendered can be sent',
    );
    // An invoice sent manually after its due date does not ask for payment in the past.
    const late = documentMail('invoice_simple', invoice, locale).content;
    const { payBy, payOverdue } = words[locale];
    const [amount, day] = [formatAmount(cents(120_000), 'EUR', locale), formatDay(86_400, 'Europe/Paris', locale)];
    assert.ok(late.includes(payOverdue(amount, day)) && !late.includes(payBy(amount, day)), `${locale}: ${late}`);
  }
});

test('yen have no decimals, and a credit note does not ask for payment', async () => {
  const draft = await books.invoice(await books.contact(), { lines: [{ ...TRAINING, unitPrice: 1_000_000 }] });
  await books.done('update-invoice-currency', draft.id, { currency: 'JPY', currencyRate: 160 });
  assert.match(spaced((await render(draft.id, 'invoice_simple', 'en')).text), /Amount: JP¥12,000\n/);
  const { text } = await render(ids.credit_note, 'invoice_simple', 'fr');
  assert.doesNotMatch(text, /régler|IBAN|Échéance/);
});

test('a mail about a paid and credited invoice states the amount owed to the customer, or that nothing is left', async () => {
  const [paid, unpaid] = [
    await books.finalized(books.invoice(await books.contact())),
    await books.finalized(books.invoice(await books.contact())),
  ];
  await books.pay('invoice', paid.id, 120_000);
  const told = async (id: string, type = 'invoice_simple') => spaced((await render(id, type, 'fr')).text);
  assert.match(await told(paid.id), /entièrement réglée[^]*merci pour votre paiement/);
  const note = await books.finalized(books.done('create-asset', paid.id));
  for (const [id, type] of [
    [paid.id, 'invoice_simple'],
    [paid.id, 'invoice_reminder'],
    [note.id, 'invoice_simple'],
  ] as const) {
    const said = await told(id, type);
    assert.match(
      said,
      /à vous rembourser : 1 200,00 €[^]*Nous vous devons 1 200,00 €[^]*À vous rembourser : 1 200,00 €/,
    );
    assert.doesNotMatch(said, /merci pour votre paiement|entièrement réglée/);
  }
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  await books.finalized(books.done('create-asset', unpaid.id));
  for (const { id } of [paid, unpaid]) {
    const said = await told(id);
    assert.match(said, /rien à régler[^]*Il ne reste rien à régler\.\n/);
    assert.doesNotMatch(said, /rembourser|merci pour votre paiement|entièrement réglée/);
  }
});

test('straight apostrophes in names become typographic, except in the name of the account holder', async () => {
  const bank = { ...ATELIER.bankInformation, holder: "L'Atelier" };
  await books.company({ ...ATELIER, name: "L'Atelier d'Ève", commercialName: null });
  const customer = await books.contact({ firstname: 'Anne', lastname: "d'Ornano" });
  const { id } = await books.invoice(customer);
  await books.done('update-billing-bank-information', id, { bankInformation: bank });
  const { subject, text } = await render((await books.finalized({ id })).id, 'invoice_simple');
  assert.match(subject, / – L’Atelier d’Ève$/);
  assert.match(text, /Bonjour Anne d’Ornano,/);
  assert.match(text, /L'Atelier$/m);
});

test('mails are signed with the signature of the account, or its name without one', async () => {
  const signed = async (mailSignature: string | null) => {
    await books.company({ mailSignature });
    const path = { id: ids.invoice, emailType: 'invoice_simple' };
    return (await service.call('render-billing-email', { path })).json.text as string;
  };
  assert.match(await signed("Zoé de l'atelier\n<b>06 12 34 56 78</b>"), /Zoé de l’atelier\n<b>06 12 34 56 78<\/b>\s*$/);
  assert.match(await signed(null), /Atelier[^\n]*\s*$/);
});
