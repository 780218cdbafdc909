import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { createApiKey } from '../api/account/api-keys.ts';
import { updateCompany } from '../api/account/company.ts';
import { operations } from '../api/index.ts';
import type { Config } from '../config.ts';
import { createAccount } from '../db/account/accounts.ts';
import { type Moment, yearOf } from '../demo/demo-year.ts';
import { clientOf } from '../demo/https-client.ts';
import { table } from '../demo/year-table.ts';
import { findCaller } from '../http/auth/find-caller.ts';
import { rateLimit } from '../http/limits/key-rate-limit.ts';
import { startServer } from '../http/server/server.ts';
import { serverCertificate } from '../runtime/certificates/server-certificate.ts';
import { START_COMMAND } from '../runtime/start-command.ts';
import { type CommandContext, openCommandContext } from './command-context.ts';
import { runAsOperator } from './run-as-operator.ts';
import { curlCommand } from './serve/ready-message.ts';
import { inWords, language, say } from './terminal/output.ts';

/**
 * `facturier demo`: plays a freelancer's year through the API over HTTPS and prints it as a table.
 * Each run has its own account and creates only test documents.
 */
export async function demo(config: Config, options: { json?: boolean }): Promise<void> {
  const service = await openCommandContext(config, { name: 'facturier demo' });
  try {
    const account = await demoAccount(service);
    const { moments, key, authorityFile } = await played(service, account);
    const shown = moments.map(({ at, what, document }) => ({
      at,
      what,
      number: document.number,
      state: document.state,
      total: document.total,
    }));
    const note = {
      fr: `Les données d’exemple sont dans le compte ${account}, en mode test.`,
      en: `The sample data is in account ${account}, in test mode.`,
    };
    const look = howToLook(moments, { address: config.publicUrl, key, authorityFile });
    const words = [table(moments, { language: language() }), '', inWords(note), '', ...look];
    say(options, { account, key, ...(authorityFile && { authorityFile }), moments: shown }, words.join('\n'));
  } finally {
    await service.close();
  }
}

/** Next steps: the data stays, and its key works wherever the service runs. */
function howToLook(
  moments: readonly Moment[],
  { address, ...access }: { address: string; key: string; authorityFile: string | undefined },
): string[] {
  const bill = moments.findLast(({ document }) => document.type === 'invoice')?.document;
  const paper = `${bill?.number}.pdf`;
  return [
    inWords({
      fr: `Pour les voir, une fois le service démarré (${START_COMMAND}), avec la clé de ce compte :`,
      en: `To see it once the service runs (${START_COMMAND}), with the key of this account:`,
    }),
    '',
    `  ${curlCommand(access, [`${address}/v2/billings`])}`,
    `  ${curlCommand(access, ['-o', paper, `${address}/v2/billing/${bill?.id}/download`])}`,
  ];
}

/** Serves on a free port while the demo runs. */
async function played({ config, pool, services }: CommandContext, account: string): Promise<Played> {
  const certificate = await serverCertificate(config, new Date());
  const server = await startServer({
    operations,
    services,
    access: { findCaller: (bearer) => findCaller(pool, bearer, services.now()), rateLimit: rateLimit(0) },
    log: pino({ level: 'silent' }),
    isReady: () => Promise.resolve(true),
    tls: { key: certificate.key, cert: certificate.certificate },
    host: '127.0.0.1',
    port: 0,
    trustedProxies: [],
  });
  try {
    const { key } = await runAsOperator<{ key: string }>({ services }, account, createApiKey, {
      body: { name: 'Démonstration', test: true },
    });
    const ca = certificate.authorityFile && (await readFile(certificate.authorityFile, 'utf8'));
    const call = clientOf({ port: server.port, ca, key, language: language() });
    const moments: Moment[] = [];
    for await (const moment of yearOf(call, services.now())) moments.push(moment);
    return { moments, key, authorityFile: certificate.authorityFile };
  } finally {
    await server.stop();
  }
}

/** The demo's result and the key to its data. */
type Played = { moments: Moment[]; key: string; authorityFile: string | undefined };

/** A fully configured account, marked as a demo. */
async function demoAccount(service: CommandContext): Promise<string> {
  const { now, newId } = service.services;
  const id = await createAccount(service.owner, {
    name: 'Démonstration',
    demo: true,
    now: now(),
    newId,
    seal: service.seal,
  });
  await runAsOperator(service, id, updateCompany, { body: company });
  return id;
}

const company = {
  name: 'Camille Martin EI',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  email: 'camille.martin@example.org',
  legalStatus: 'ei',
  address: { line1: '8 passage des Étangs', city: 'Nantes', zipCode: '44000', country: 'FR' },
  bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Camille Martin' },
};
