import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { themes } from '../../src/domain/themes/themes.ts';
import { until } from '../support/runner/wait-until.ts';
import { type MailServer, mailServer } from './mail-server.ts';
import { ATELIER, type SendingService, sendingService } from './sending.ts';

/** A red pixel. */
const RED_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGO4I2IDAAL8AS3VzMq8AAAAAElFTkSuQmCC';
const LOGO = { format: 'png', base64: RED_DOT, widthMm: 30 };

describe('the layout of a mail', () => {
  let server: MailServer;
  let service: SendingService;
  beforeAll(async () => {
    server = await mailServer();
    service = await sendingService(server.url);
  });
  afterEach(() => {
    server.arrived.length = 0;
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
  });
  const rendered = async (id: string, emailType = 'invoice_simple'): Promise<{ content: string; text: string }> =>
    (await service.books.ask('render-billing-email', { path: { id, emailType } })).json;
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  const buttons = (content: string): string[] =>
    [...content.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

  /** An invoice of 1,200.00 with bank details. */
  const payable = async (): Promise<{ id: string; number: string }> => {
    const draft = await service.books.invoice(await service.books.contact());
    await service.books.done('update-billing-bank-information', draft.id, {
      bankInformation: ATELIER.bankInformation,
    });
    return service.books.finalized(draft);
  };

  test('shows the amount first, then due date and subject; the bank transfer shows its reference', async () => {
    const { id, number } = await payable();
    const lines = plain((await rendered(id)).text)
      .split('\n')
      .filter(Boolean);
    assert.deepEqual(lines.slice(0, 3), ['1 200,00 €', 'à régler au plus tard le 1er avril 2026', `Facture ${number}`]);
    const transfer = lines.slice(lines.indexOf('Pour régler par virement') + 1).slice(0, 4);
    assert.deepEqual(transfer, [
      'Bénéficiaire : Zoé Martin',
      'IBAN : FR76 3000 6000 0112 3456 7890 189',
      'BIC : AGRIFRPP',
      `Motif du virement : ${number}`,
    ]);
  });

  test('shows the open 600.00 of a half-paid 1,200.00 first, and for a fully paid invoice that it is paid', async () => {
    const { id } = await payable();
    const head = async () =>
      plain((await rendered(id, 'invoice_reminder')).text)
        .split('\n')
        .slice(0, 3);
    await service.books.pay('invoice', id, 60_000);
    assert.equal((await head())[0], '600,00 €');
    service.clock.now += 40 * 86_400;
    assert.deepEqual((await head()).slice(2), ['à régler : l’échéance était le 1er avril 2026']);
    service.clock.now -= 40 * 86_400;
    await service.books.pay('invoice', id, 60_000);
    assert.deepEqual((await head()).slice(0, 3), ['1 200,00 €', '', 'entièrement réglée']);
    assert.doesNotMatch((await rendered(id)).text, /Motif du virement/);
  });

  test('has one button; in an unsent preview it leads to no document', async () => {
    const { books } = service;
    const estimate = await books.finalized(books.estimate(await books.contact()));
    const letter = await rendered(estimate.id, 'estimate_simple');
    assert.deepEqual(buttons(letter.content), [`${service.services.environment.publicUrl}/c/preview`]);
    assert.match(letter.content, />Voir le devis<\/a>/);
    assert.match((await rendered((await payable()).id)).content, />Voir la facture<\/a>/);
    assert.deepEqual((await books.done('list-billing-links', estimate.id)).links, [], 'to read a letter makes no link');
  });

  test('has a button to the document link, which is created, revoked and renewed like any link and not stored', async () => {
    const { books } = service;
    const { id } = await payable();
    const { content } = await rendered(id);
    const linkSent = async (): Promise<string> => {
      server.arrived.length = 0;
      await service.send(id, { content });
      await until('the mail', () => server.arrived.length === 1);
      const [mail] = await server.read();
      const [href = '', ...more] = buttons(mail?.html ?? '');
      assert.deepEqual(more, []);
      assert.ok(mail?.text?.includes(`(${href})`), 'those who read plain text have it too');
      return href;
    };
    const href = await linkSent();
    assert.match(new URL(href).pathname, /^\/c\/[\w-]{86}$/);
    assert.equal(await linkSent(), href, 'the same as long as it stands');
    assert.equal((await books.done('link-billing', id)).url, href);
    await books.done('revoke-billing-link', id);
    assert.notEqual(await linkSent(), href);
    const WAITING = `select count(*)::int as many from billing.mail where document_id = '${id}' and state = 'waiting'`;
    await until('the mails are settled', async () => (await service.query(WAITING))[0].many === 0);
    const kept = await service.query(`select content from billing.mail where document_id = '${id}'`);
    assert.equal(kept.length, 3);
    for (const mail of kept) assert.match(mail.content, /\/c\/\*{3}/);
    for (const mail of kept) assert.doesNotMatch(mail.content, /\/c\/[\w-]{86}/);
  });

  test('has no link if custom text omits the button', async () => {
    const { id } = await payable();
    await service.send(id);
    await until('the mail', () => server.arrived.length === 1);
    assert.deepEqual((await service.books.done('list-billing-links', id)).links, []);
  });

  test('uses the theme color and embeds the logo inline, not as an attachment or remote image', async () => {
    const { books } = service;
    const { id } = await payable();
    const theme = await books.done('create-theme', undefined, { name: 'À nous', basedOn: 'plume', logo: LOGO });
    await books.ask('update-theme-assignments', { body: { invoice: theme.id } });
    const { content } = await rendered(id);
    assert.ok(content.includes(`background-color:${themes.plume.colours.accent}`));
    await service.send(id, { content });
    await until('the mail', () => server.arrived.length === 1);
    const [mail] = await server.read();
    const [cid = ''] = /(?<=src="cid:)[^"]+/.exec(mail?.html ?? '') ?? [];
    const picture = mail?.attachments.find(({ contentId }) => contentId === `<${cid}>`);
    assert.equal(Buffer.from(picture?.content as ArrayBuffer).toString('base64'), RED_DOT);
    assert.deepEqual([picture?.disposition, picture?.related, picture?.mimeType], ['inline', true, 'image/png']);
    assert.equal(mail?.html?.match(/<img/g)?.length, 1);
    assert.match(mail?.html ?? '', /<img [^>]*width="1" height="1" alt="Atelier « Zoé &amp; Cie »"/);
    assert.ok(mail?.html?.includes(`border-top:4px solid ${themes.plume.colours.accent}`));
    assert.doesNotMatch(mail?.html ?? '', /src="(?!cid:)|url\(/);
    assert.deepEqual(
      (await service.mails(id))[0].files.map(({ mediaType }: { mediaType: string }) => mediaType),
      ['application/pdf'],
    );
    await books.ask('update-theme-assignments', { body: { invoice: null } });
  });

  test('shows the company name instead of a missing logo, without an image', async () => {
    const { id } = await payable();
    await service.send(id);
    await until('the mail', () => server.arrived.length === 1);
    const [mail] = await server.read();
    assert.doesNotMatch(mail?.html ?? '', /<img|cid:/);
    assert.equal(mail?.attachments.length, 1);
    assert.match(mail?.html ?? '', /class="head"[^>]*>Atelier « Zoé &amp; Cie »</);
  });
});
