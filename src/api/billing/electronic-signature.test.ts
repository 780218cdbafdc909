import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import type { SignatureRequirementName } from '../../domain/refusal.ts';
import { signatureRequirementText } from '../../schemas/billing/texts/signature-requirements.ts';

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

type Requirement = { name: SignatureRequirementName; message: string };
const unmet = async (id: string): Promise<SignatureRequirementName[]> =>
  (await books.done('get-estimate', id)).electronicSignatureRequirements.map(({ name }: Requirement) => name);
const offered = async (customerId: string) => books.finalized(books.estimate(customerId));

test('an estimate lists the unmet requirements of an electronic signature with a remedy for each', async () => {
  const lea = await books.contact();
  const draft = await books.estimate(lea);
  assert.deepEqual(draft.electronicSignatureRequirements, [
    { name: 'isFinalized', message: signatureRequirementText.isFinalized.en },
  ]);
  await books.finalized(draft);
  assert.deepEqual(await unmet(draft.id), []);
  await books.done('sign-estimate', draft.id);
  assert.deepEqual(await unmet(draft.id), ['hasNoDecision']);
  await books.done('unsign-estimate', draft.id);
  await books.done('refuse-estimate', draft.id);
  assert.deepEqual(await unmet(draft.id), ['hasNoDecision']);

  const silent = await offered(await books.contact({ emails: [] }));
  assert.deepEqual(await unmet(silent.id), ['hasCustomerEmail']);
  const bakery = await books.organization();
  assert.deepEqual(await unmet((await offered(bakery)).id), ['hasNonEmptyCustomerContact']);
  // The contact is selected; the mail goes to the organization.
  const paul = { firstname: 'Paul', lastname: 'Müller', defaultContact: true };
  await books.done('create-organization-contact', bakery, paul);
  assert.deepEqual(await unmet((await offered(bakery)).id), []);
});

test('an estimate can be signed until the end of its last day, in the time zone of the account', async () => {
  const { id } = await offered(await books.contact());
  const { expiredAt } = await books.done('get-estimate', id);
  const noon = Math.floor(expiredAt / 86_400) * 86_400 + 12 * 3_600;
  const today = service.clock.now;
  for (const [at, lacks] of [
    [noon + 10 * 3_600 - 1, []],
    [noon + 12 * 3_600, ['isNotExpired']],
  ] as const) {
    service.clock.now = at;
    assert.deepEqual(await unmet(id), lacks, new Date(at * 1000).toISOString());
  }
  service.clock.now = today;
});

test('without a signature request, no document in any state shows one', async () => {
  const lea = await books.contact();
  const signed = await books.signedEstimate(lea);
  for (const document of [await books.estimate(lea), await offered(lea), signed]) {
    const { status, ...times } = document.electronicSignature;
    assert.deepEqual([document.withElectronicSignature, status], [false, 'requested']);
    assert.deepEqual(times, {
      ...{ id: document.id, canceledAt: null, signedAt: null, refusedAt: null },
      ...{ procedureId: null, magicLink: null },
    });
  }
  const advance = await books.done('create-advance', signed.id);
  assert.deepEqual(
    advance.parent.electronicSignatureRequirements.map(({ name }: Requirement) => name),
    ['hasNoDecision'],
  );
});

test('a signature for a draft waits for finalization; unmet requirements refuse it; without one, signature_not_found', async () => {
  const draft = await books.estimate(await books.organization(), { lines: [TRAINING] });
  const waiting = await books.done('ask-for-electronic-signature', draft.id);
  assert.deepEqual([waiting.withElectronicSignature, waiting.electronicSignature.status], [true, 'requested']);
  const silent = await offered(await books.contact({ emails: [] }));
  assert.deepEqual(await books.ask('ask-for-electronic-signature', { path: { id: silent.id } }), {
    ...{ refused: 'signature_requirements_unmet', requirements: ['hasCustomerEmail'] },
  });
  const told = await books.done('ask-for-electronic-signature', silent.id, { emails: ['paul@example.org'] });
  assert.equal(told.electronicSignature.status, 'activated', 'a recipient was given');
  const { id } = await offered(await books.contact());
  for (const name of ['cancel-electronic-signature', 'remind-of-electronic-signature'])
    assert.equal(await books.refusal(name, id), 'signature_not_found');
  for (const name of ['ask-for', 'cancel', 'remind-of'])
    assert.equal(await books.refusal(`${name}-electronic-signature`, draft.customer.id), 'estimate_not_found');
});

test('if a requirement is unmet when the draft is finalized, the signature request is not sent', async () => {
  const draft = await books.estimate(await books.organization(), { lines: [TRAINING] });
  await books.done('ask-for-electronic-signature', draft.id);
  const { electronicSignature, electronicSignatureRequirements } = await offeredOf(draft);
  assert.equal(electronicSignature.status, 'requested');
  assert.deepEqual(
    electronicSignatureRequirements.map(({ name }: Requirement) => name),
    ['hasNonEmptyCustomerContact'],
  );
});
const offeredOf = async (draft: { id: string }) => books.done('get-estimate', (await books.finalized(draft)).id);
