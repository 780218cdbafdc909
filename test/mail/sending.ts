import pino from 'pino';
import { type MailJobOptions, sendMail } from '../../src/jobs/mail/send-mail.ts';
import { createSmtpClient } from '../../src/jobs/mail/smtp-client.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { testService } from '../support/service/in-process-service.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';
import { mailCa } from './mail-server.ts';

const POLL_MS = 20;
export const FROM = 'factures@service.example';
export const OWNER = 'zoe@atelier-martin.example';
/** An account with its own address, a bank and accents in its name. */
export const ATELIER = {
  ...{ ...COMPANY, name: 'Atelier « Zoé & Cie »', email: OWNER, phone: '+33 1 02 03 04 05' },
  bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' },
};
export const HELLO = '<p>Bonjour, voici la facture.</p>';

/** A service with a mail server and a moved clock, and what tests inspect. */
export async function sendingService(smtpUrl: string, given: Partial<MailJobOptions> = {}) {
  const service = await testService();
  const books = booksOf(service);
  await books.company(ATELIER);
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const post = createSmtpClient(smtpUrl, { from: FROM, ca: mailCa });
  const begin = () =>
    startQueueWorker(service.services, log, {
      connection: service.database.serving,
      jobs: [sendMail({ post, ...given })],
      ...{ pollMs: POLL_MS, chance: () => 0.5 },
    });
  let worker: ReturnType<typeof startQueueWorker> | undefined = begin();
  const above = await superuserQuery(service.database);
  const stop = async (): Promise<void> => {
    await worker?.stop();
    worker = undefined;
  };
  const send = (id: string, body: object = {}, said: object = {}) =>
    books.ask('send-billing-by-email', {
      path: { id },
      body: { emails: ['lea@example.org'], subject: 'Facture', content: HELLO, ...body },
      ...said,
    });
  const mails = async (id: string): Promise<any[]> => (await books.done('get-billing-emails', id)).docs;
  return {
    ...service,
    ...{ books, logged, stop, send, mails },
    start: () => {
      worker = begin();
    },
    /** A finalized invoice of 1,200.00 for Léa. */
    invoice: async (said?: object) => books.finalized(books.invoice(await books.contact(), said)),
    query: above.query,
    close: async () => {
      await stop();
      await above.close();
      await service.close();
    },
  };
}

export type SendingService = Awaited<ReturnType<typeof sendingService>>;
