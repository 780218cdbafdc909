import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { LYON } from '../support/documents/example-books.ts';
import { storyClient } from '../support/documents/scenario-client.ts';
import { COMPANY } from '../support/service/company.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// A website from the first telephone call to the paid-for hours, over HTTPS, as a freelancer's
// board shows it.

let service: ServiceOverHttps;
let zoe: ReturnType<typeof storyClient>;
beforeAll(async () => {
  service = await serviceOverHttps();
  zoe = storyClient(service);
  await zoe.patch('/v2/company', COMPANY);
});
afterAll(async () => {
  assert.deepEqual(service.logged, []);
  await service.close();
});

type Named = { id: string; name: string };

test('a call becomes a project, then an estimate, tasks, and an invoice of the hours', async () => {
  const columns = await zoe.get('/v2/opportunity/categories');
  const column = (name: string): string => columns.find((each: Named) => each.name === name).id;
  const bakery = await zoe.post('/organization', { name: 'Boulangerie Martin', billingAddress: LYON });
  const lea = await zoe.post(`/organization/${bakery.id}/contact`, {
    firstname: 'Léa',
    lastname: 'Martin',
    defaultContact: true,
  });

  // The call: a lead worth about 4,500.00, due before the summer.
  const site = await zoe.post('/v2/opportunity', {
    ...{ name: 'Site de la boulangerie', amount: 450_000, dueDate: '2026-06-19' },
    ...{ customerId: lea.id, categoryId: column('Prospects') },
  });
  assert.deepEqual([site.category.name, site.customer.parent.name], ['Prospects', 'Boulangerie Martin']);

  // The offer belongs to it.
  const line = { designation: 'Site de cinq pages', quantity: 1, unitPrice: 450_000, vatCode: 'FR_2000' };
  const estimate = await zoe.post(`/v2/billing/estimate/${lea.id}`, { opportunityId: site.id, lines: [line] });
  assert.deepEqual(estimate.opportunity, { id: site.id, name: 'Site de la boulangerie' });
  await zoe.patch(`/v2/billing/${estimate.id}/finalize`);
  await zoe.put(`/v2/project/${site.id}`, { categoryId: column('Devis envoyé') });
  await zoe.patch(`/v2/billing/estimate/${estimate.id}/sign`);
  await zoe.put(`/opportunity/${site.id}`, { categoryId: column('En cours') });

  // The work: what is urgent first.
  const task = (name: string, said: object = {}) =>
    zoe.post('/task', { name, description: '', opportunityId: site.id, ...said });
  await task('Maquette', { dueDate: '2026-03-20' });
  const photos = await task('Photos en plus', { priority: 'high', rankMode: 'FIRST' });
  const { docs } = await zoe.get(`/tasks?opportunityId=${site.id}&isDone=false`);
  assert.deepEqual(
    docs.map(({ name, customerId }: Record<string, string>) => [name, customerId]),
    [
      ['Photos en plus', lea.id],
      ['Maquette', lea.id],
    ],
  );

  // The photographs were not in the offer: 2 h 15 at 60.00 are billed by the hour, 135.00 and 27.00
  // of VAT.
  await zoe.patch(`/task/${photos.id}`, { timeSpent: 135, doneAt: 1_773_000_000 });
  const invoice = await zoe.post(`/v2/billing/invoice/${lea.id}`, { opportunityId: site.id });
  const price = { unitPrice: 6_000, vatCode: 'FR_2000' };
  await zoe.post(`/v2/task/${photos.id}/bill`, { billingId: invoice.id, ...price });
  const again = await zoe.refused('POST', `/task/${photos.id}/bill`, { billingId: invoice.id, ...price }, [
    409,
    'task.already_billed',
  ]);
  assert.equal(again.billingId, invoice.id);
  const bill = await zoe.patch(`/v2/billing/${invoice.id}/finalize`);
  assert.deepEqual([bill.total.amountWithoutTaxAfterDiscount, bill.total.amountWithTaxAfterDiscount], [13_500, 16_200]);

  // Done: everything of the project is found by it, and it stays.
  await zoe.put(`/v2/opportunity/${site.id}`, { categoryId: column('Terminé'), name: 'Site 2026' });
  const papers = (await zoe.get(`/v2/billings?opportunityId=${site.id}`)).docs;
  assert.deepEqual(
    papers.map(({ type, opportunity }: { type: string; opportunity: Named }) => [type, opportunity.name]).sort(),
    [
      ['estimate', 'Site 2026'],
      ['invoice', 'Site 2026'],
    ],
  );
  await zoe.refused('DELETE', `/v2/opportunity/${site.id}`, undefined, [409, 'opportunity.has_billings']);
  await zoe.refused('DELETE', `/contact/${lea.id}`, undefined, [409, 'customer.has_billings']);
  const done = (await zoe.get('/v2/opportunities?isDone=true')).docs;
  assert.deepEqual([done.length, done[0].name, done[0].category.count], [1, 'Site 2026', 1]);
});
