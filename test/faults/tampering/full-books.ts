import { booksOf, LYON, TRAINING } from '../../support/documents/example-books.ts';
import { COMPANY } from '../../support/service/company.ts';
import type { TestService } from '../../support/service/in-process-service.ts';

export const IBAN = 'FR7630006000011234567890189';
export const PLAN = Buffer.from('%PDF-1.7\nplan du jardin');

/** Books of a business with every event a finalized document can have. */
export type Lived = Awaited<ReturnType<typeof fullBooks>>;

/**
 * Creates them: two accounts, both modes, every kind of document in every state, payments, files,
 * mails, keys and settings. A minute passes between steps, so no two share a time.
 */
export async function fullBooks(service: TestService) {
  const { clock } = service;
  const books = booksOf(service);
  const { refusal: _, ...asked } = books;
  const later = async <T>(step: () => Promise<T>): Promise<T> => {
    clock.now += 60;
    return step();
  };
  const done = (name: string, id?: string, body: unknown = {}) => later(() => asked.done(name, id, body));
  await done('update-company', undefined, {
    ...COMPANY,
    bankInformation: { iban: IBAN, bic: 'AGRIFRPP', holder: 'Zoé Martin' },
  });
  const customer = await books.organization();
  const invoice = async (said: object = {}): Promise<{ id: string }> =>
    done('create-invoice', customer, { lines: [TRAINING], ...said });
  const finalize = (id: string) => done('finalize-billing', id);

  const estimate = (await done('create-estimate', customer, { lines: [TRAINING, TRAINING] })).id as string;
  await finalize(estimate);
  await done('sign-estimate', estimate);
  const advance = (await done('create-advance', estimate)).id as string;
  await finalize(advance);
  await pay('mark-advance-paid', advance, 10_000);
  const final = (await done('create-final-invoice', estimate)).id as string;
  await finalize(final);

  const billed = (await invoice()).id;
  await done('update-billing-title', billed, { title: 'Formation de mars' });
  await done('attach-file', billed, { name: 'plan.pdf', content: PLAN.toString('base64') });
  await finalize(billed);
  await pay('mark-paid', billed, 20_000);
  await pay('mark-paid', billed, 30_000, 'cheque');
  await later(() => books.ask('download-billing', { path: { id: billed } }));
  await done('send-billing-by-email', billed, {
    emails: ['lea@example.org'],
    subject: 'Facture',
    content: '<p>Bonjour</p>',
  });

  const reversed = (await invoice()).id;
  await finalize(reversed);
  await pay('mark-paid', reversed, 120_000);
  await done('mark-unpaid', reversed);

  const canceled = (await invoice()).id;
  await finalize(canceled);
  const { assets } = await done('cancel-invoice', canceled);
  const creditNote = assets[0].id as string;
  await done('refund-asset', creditNote, { refundAt: clock.now });

  const refused = (await done('create-estimate', customer, { lines: [TRAINING] })).id as string;
  await finalize(refused);
  await done('refuse-estimate', refused);
  await done('archive-billing', refused);

  const plain = (await invoice()).id;
  await finalize(plain);
  const paid = (await invoice()).id;
  await finalize(paid);
  await pay('mark-paid', paid, 120_000);

  const trial = booksOf(service, service.test);
  const [inTest, otherInTest] = [await testInvoice(trial), await testInvoice(trial)];
  const key = async (said: object): Promise<string> => (await done('create-api-key', undefined, said)).id;
  const keys = {
    shop: await key({ name: 'Boutique', scopes: ['billing:read'], expiresIn: 90 * 86_400 }),
    trial: await key({ name: 'Essai', test: true }),
    revoked: await key({ name: 'Ancienne' }),
    rotated: await key({ name: 'Comptable', scopes: ['billing:read'] }),
  };
  await done('revoke-api-key', keys.revoked);
  await done('rotate-api-key', keys.rotated);

  const other = await service.newAccount('Autre');
  const theirs = booksOf(service, other.live);
  await theirs.company();
  const foreign = await theirs.finalized(theirs.invoice(await theirs.contact()));
  await later(() => service.call('create-api-key', { body: { name: 'À eux' }, caller: other.live }));
  return {
    ...{ estimate, advance, final, billed, reversed, canceled, creditNote, refused, plain, paid },
    ...{ inTest, otherInTest, keys, customer },
    accountId: service.accountId,
    other: { accountId: other.accountId, invoice: foreign.id as string },
  };

  function pay(name: string, id: string, amount: number, method = 'transfer') {
    return done(name, id, { payments: [{ amount, receivedAt: clock.now, method }] });
  }

  async function testInvoice(trial: ReturnType<typeof booksOf>): Promise<string> {
    const contact = await trial.contact({ billingAddress: LYON });
    const { id } = await later(() => trial.finalized(trial.invoice(contact)));
    await later(() => trial.pay('invoice', id, 1_000));
    return id;
  }
}
