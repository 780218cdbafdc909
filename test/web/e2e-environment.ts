import { hash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { createApiKey } from '../../src/api/account/api-keys.ts';
import { updateCompany } from '../../src/api/account/company.ts';
import { openInstallation } from '../../src/cli/installation.ts';
import { markOperator } from '../../src/db/installation/installation-settings.ts';
import { storeReferenceRates } from '../../src/db/reference-rates.ts';
import type { Role } from '../../src/domain/people/role.ts';
import { builtWebIn } from '../../src/http/web-app/built-files.ts';
import { moveTestClock } from '../../src/jobs/account/advance-test-clock.ts';
import { makeAccountExport } from '../../src/jobs/account/make-account-export.ts';
import { makeArchive } from '../../src/jobs/account/make-archive.ts';
import { sendSignedCopies } from '../../src/jobs/billing/send-signed-copies.ts';
import { readPlatform } from '../../src/jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../src/jobs/einvoicing/send-document.ts';
import { sendMessage } from '../../src/jobs/einvoicing/send-message.ts';
import { deliverEvent } from '../../src/jobs/events/deliver-webhook.ts';
import { sendMail } from '../../src/jobs/mail/send-mail.ts';
import { createSmtpClient } from '../../src/jobs/mail/smtp-client.ts';
import { pollOnlinePayment } from '../../src/jobs/payments/poll-online-payment.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { trialPlatformCalls } from '../../src/services/einvoicing/trial-platform/trial-platform-of-account.ts';
import { mailCa, mailServer } from '../mail/mail-server.ts';
import { FROM } from '../mail/sending.ts';
import { linkInto, PASSWORD } from '../people/people-fixtures.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { httpClient } from '../support/service/http-client.ts';
import { serviceOverHttps } from '../support/service/service-over-https.ts';
import { cardProviders } from '../support/stand-ins/card-providers.ts';
import { receiverCa } from '../webhooks/receiver.ts';
import { accessibilityFaults } from './accessibility-checks.ts';
import { CHROMIUM_FLAGS } from './chromium.ts';
import type { E2eTest, Stage } from './e2e-test.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Milliseconds a page waits for an expected element: other tests run at the same time. */
const PATIENCE_MS = 120_000;

/** Milliseconds, and characters, for the last look at a page after a timeout. */
const LOOK_MS = 5_000;
const SHOWN_LENGTH = 600;

/** What a reverse proxy needs: the plain HTTP port of the service, and a certificate. */
export type Behind = { readonly httpPort: number; readonly cert: string; readonly key: string };
/** A running reverse proxy; `address` is the public one, with its path. */
export type ReverseProxy = { readonly address: string; readonly close: () => Promise<void> };

/**
 * One service with the built pages, one mail server and one browser, shared by all tests. Requests
 * go through the proxy, if any.
 */
export async function openE2eEnvironments(chromiumPath: string, proxyFor?: (behind: Behind) => Promise<ReverseProxy>) {
  const { builtWeb } = await import(new URL('../../bootstrap/build-web.mjs', import.meta.url).href);
  const folder: string | undefined = await builtWeb(process.execPath);
  if (!folder) throw new Error('the pages could not be built: see above');
  const mail = await mailServer();
  const service = await serviceOverHttps({
    web: builtWebIn(folder),
    ...(proxyFor && { httpPort: 0, trustedProxies: ['127.0.0.1'] }),
  });
  const worker = startQueueWorker(service.services, pino({ level: 'silent' }), {
    connection: service.database.serving,
    jobs: [
      makeArchive('1.0.0'),
      makeAccountExport('1.0.0'),
      sendMail({ post: createSmtpClient(mail.url, { from: FROM, ca: mailCa }) }),
      sendSignedCopies,
      pollOnlinePayment,
      moveTestClock,
      deliverEvent(service.services.environment, { ca: receiverCa, resolve: async () => ['127.0.0.1'] }),
    ],
  });
  const platforms = platformWorker(service);
  const published = [{ day: '2026-02-27', currency: 'USD', rate: '1.0856' }] as const;
  await storeReferenceRates(service.services.pool, published, service.clock.now);
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...CHROMIUM_FLAGS, trusting(service.certificate.cert)],
  });
  const client = httpClient({ port: service.port(), ca: service.certificate.cert, host: 'localhost' });
  const proxy = await proxyFor?.({ httpPort: service.httpPort() ?? 0, ...service.certificate });
  const address = proxy?.address ?? `https://localhost:${service.port()}`;
  service.services.environment.publicUrl = address;
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier e2e '));
  // Settings changed on screens do not reach the mail of the other tests.
  const { environment, pool } = service.services;
  environment.installation = await openInstallation({
    config: { settingsOnScreens: true, dataFolder, updatesUrl: 'https://forge.example/latest' },
    ...{ isEmbedded: true, now: service.services.now },
    ...{ owner: service.owner, pool, secrets: environment.webhooks.secrets, isSharded: false, mailCa },
    environment: { ...environment },
  });
  const cards = cardProviders(service.clock);
  service.services.environment.callProvider = cards.ask;
  let accounts = 0;
  const run = async (told: E2eTest): Promise<void> => {
    // Tests run in parallel: each keeps its own number.
    const number = ++accounts;
    const { account: named = `Atelier ${number}`, person: called = `zoe${number}` } = told.as ?? {};
    const account = await service.newAccount(named);
    await service.call(updateCompany, { body: COMPANY, caller: account.live });
    const made = await service.call(createApiKey, { body: { name: 'Parcours' }, caller: account.live });
    const link = (to: { email?: string; role: Role }) =>
      linkInto({ services: service.services, accountId: account.accountId }, to);
    const own = await peopleOf(browser, { address, link });
    const person = { email: `${called}@atelier.example`, password: PASSWORD };
    const page = await own.signedIn({ ...person, role: 'owner' });
    const stage: Stage = {
      ...{ page, person, address, link, cards },
      ...{ books: booksOf(service, account.live), tests: booksOf(service, account.test) },
      emptyAccount: async () => {
        const { accountId } = await service.newAccount(`Vide ${number}`);
        return linkInto({ services: service.services, accountId }, { role: 'owner' });
      },
      visit: (path, at = page) => visit(at, address + path),
      api: (path, asked = {}) => client.ask(path, { key: made.json?.key, ...asked }),
      check: (name, at = page, closeness, besides) => accessibilityFaults(at, { name, axe, closeness, besides }),
      another: (who) =>
        who === 'visitor' ? own.visitor() : own.signedIn({ email: `${who.role}${number}@atelier.example`, ...who }),
      becomeOperator: async () => {
        const answer = await page.context().request.get(`${address}/v2/person`);
        const personId = ((await answer.json()) as { person: { id: string } }).person.id;
        await markOperator(service.owner, { personId, is: true, at: service.clock.now });
      },
      mailPort: Number(new URL(mail.url).port),
      mails: async (to) =>
        Promise.all(mail.arrived.filter((each) => each.to.includes(to)).map(({ raw }) => PostalMime.parse(raw))),
    };
    try {
      await told.run(stage);
      own.assertQuiet();
    } catch (error) {
      const seen = [...own.said(), ...(await own.shown())].join('\n');
      throw new Error(`${told.name}: ${(error as Error).message}\n${seen}`, { cause: error });
    } finally {
      await own.close();
    }
  };
  const close = async (): Promise<void> => {
    client.close();
    await browser.close();
    await proxy?.close();
    await Promise.all([worker, platforms].map((each) => each.stop()));
    await service.close();
    await mail.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { run, close, service, folder };
}

/** Sends to and reads the trial platform, whose steps follow a clock that runs. */
function platformWorker({ services, clock, database }: Awaited<ReturnType<typeof serviceOverHttps>>) {
  const [from, startedAt] = [clock.now, Date.now()];
  const running = { ...services, now: () => from + Math.floor((Date.now() - startedAt) / 1000) };
  const environment = { ...services.environment, callTrialPlatform: trialPlatformCalls(running) };
  return startQueueWorker({ ...running, environment }, pino({ level: 'silent' }), {
    connection: database.serving,
    jobs: [sendToPlatform, sendMessage, readPlatform],
  });
}

/**
 * Makes the browser trust a certificate by its key. With `ignoreHTTPSErrors` (needed for requests
 * outside pages) each new connection fails first and is retried; on a busy machine so often that
 * parts of a page failed to load.
 */
function trusting(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${hash('sha256', key, 'base64')}`;
}

/** The browser contexts of one test's users, and their unexpected errors. */
async function peopleOf(
  browser: Browser,
  { address, link }: { address: string; link: (to: { email?: string; role: Role }) => Promise<string> },
) {
  const contexts: BrowserContext[] = [];
  const said: string[] = [];
  const visitor = async (): Promise<Page> => {
    const context = await browser.newContext({
      ...{ ignoreHTTPSErrors: true, locale: 'fr-FR', timezoneId: 'Europe/Paris', colorScheme: 'light' },
      viewport: { width: 1440, height: 900 },
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on('pageerror', (error) => said.push(`error in the page ${page.url()}: ${error.message}`));
    // An error React recovered from is reported as the cause of an error with no other details.
    await page.addInitScript(
      `addEventListener('error', ({ error }) => { if (error?.cause) console.error('because of', String(error.cause.stack ?? error.cause)); })`,
    );
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED.test(message.text())) said.push(`console: ${message.text()}`);
    });
    // A missing chunk leaves the page half drawn, and waits on it would time out.
    page.on('requestfailed', (request) => {
      const wrong = request.failure()?.errorText ?? '';
      if (/^(script|stylesheet)$/.test(request.resourceType()) && !GIVEN_UP.test(wrong))
        said.push(`a part of the page did not come: ${request.url()} ${wrong}`);
    });
    page.on('response', (answer) => {
      if (answer.url().includes('/app/') && answer.status() >= 400)
        said.push(`a part of the page was refused: ${answer.url()} ${answer.status()}`);
    });
    return page;
  };
  return {
    visitor,
    signedIn: async ({
      email,
      role,
      password = PASSWORD,
    }: {
      email: string;
      role: Role;
      password?: string;
    }): Promise<Page> => {
      const page = await visitor();
      const joined = await page.context().request.post(`${address}/v2/person/join`, {
        data: { secret: await link({ email, role }), name: email.split('@')[0], password },
      });
      if (!joined.ok()) throw new Error(`${email} did not join: ${await joined.text()}`);
      return page;
    },
    said: () => said,
    /** The address and text of each page: they explain why a wait timed out. */
    shown: async () => {
      const pages = contexts.flatMap((context) => context.pages());
      return Promise.all(
        pages.map(async (page) => {
          const text = await page.locator('main, body').last().innerText({ timeout: LOOK_MS }).catch(String);
          return `at ${page.url()}: ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH)}`;
        }),
      );
    },
    assertQuiet: () => {
      if (said.length > 0) throw new Error('the page said that something is wrong');
    },
    close: async () => {
      for (const context of contexts) await context.close();
    },
  };
}

/**
 * Messages the browser logs for refusals and network failures: tests check how the page handles
 * them.
 */
const REFUSED = /Failed to load resource/;

/** A page that is left aborts its pending requests; offline ones fail. */
const GIVEN_UP = /ERR_ABORTED|ERR_INTERNET_DISCONNECTED/;

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('h1:visible').first().waitFor();
}
