import { randomBytes, randomUUID } from 'node:crypto';
import { isCheckDigitRight, ownCompany, trialCompanies } from '../../trial-platform/companies.ts';
import { memoryTrialStore } from '../../trial-platform/memory-store.ts';
import { createTrialPlatform } from '../../trial-platform/platform.ts';
import { postCallback, serveTrialPlatform } from '../../trial-platform/serve.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { CommandError, inWords, say, UsageError } from '../terminal/output.ts';

export type PlatformOptions = { json?: boolean; port?: string; siren?: readonly string[] };

const PORT_MAX = 65_535;
const SECRET_BYTES = 24;

/**
 * `facturier platform`: serves a trial platform on this machine until Ctrl-C, without a database.
 * Its state is in memory.
 */
export async function platform(options: PlatformOptions): Promise<void> {
  const secretOf = () => randomBytes(SECRET_BYTES).toString('base64url');
  const invented = trialCompanies(secretOf);
  const companies = [
    ...invented,
    ...ownSirens(options.siren ?? [], invented).map((siren) => ownCompany(siren, secretOf)),
  ];
  const served = createTrialPlatform({
    store: memoryTrialStore(),
    now: () => Date.now() / 1000,
    newId: randomUUID,
    companies,
    send: (callback) => void postCallback(callback),
  });
  const stopped = stopSignal();
  const { url, close } = await serveTrialPlatform(served, portOf(options.port)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandError(portTaken(error, options.port));
    },
  );
  try {
    const clients = companies.flatMap(({ client, siren }) => (client ? [{ ...client, siren }] : []));
    const access = {
      flowUrl: `${url}/flow-service`,
      directoryUrl: `${url}/directory-service`,
      tokenUrl: `${url}/oauth2/token`,
      clients,
    };
    say(options, access, inWords(greeting(url, access)));
    await stopped;
  } finally {
    await close();
  }
}

/** The SIRENs of the user's own companies, each once. */
function ownSirens(said: readonly string[], invented: readonly { readonly siren: string }[]): string[] {
  const wrong = said.find((siren) => !/^\d{9}$/.test(siren) || !isCheckDigitRight(siren));
  if (wrong !== undefined)
    throw new UsageError({
      fr: `« ${wrong} » n’est pas un SIREN. Écrivez neuf chiffres, par exemple --siren 732829320`,
      en: `"${wrong}" is not a SIREN. Write nine digits, for example --siren 732829320`,
    });
  return [...new Set(said)].filter((siren) => !invented.some((company) => company.siren === siren));
}

function portOf(said: string | undefined): number {
  if (said === undefined) return 0;
  if (/^\d{1,5}$/.test(said) && Number(said) <= PORT_MAX) return Number(said);
  throw new UsageError({
    fr: `« ${said} » n’est pas un port. Écrivez un nombre de 0 à ${PORT_MAX}, par exemple --port 8095`,
    en: `"${said}" is not a port. Write a number from 0 to ${PORT_MAX}, for example --port 8095`,
  });
}

const portTaken = ({ code, message }: NodeJS.ErrnoException, port: string | undefined) => ({
  fr: `Le port ${port} n’est pas disponible (${code ?? message}). Choisissez-en un autre, ou aucun.`,
  en: `Port ${port} is not available (${code ?? message}). Choose another one, or none.`,
});

type Access = {
  readonly flowUrl: string;
  readonly directoryUrl: string;
  readonly tokenUrl: string;
  readonly clients: readonly { readonly clientId: string; readonly clientSecret: string; readonly siren: string }[];
};

function greeting(url: string, { flowUrl, directoryUrl, tokenUrl, clients }: Access) {
  const secrets = clients.map(({ clientId, clientSecret, siren }) => `    ${siren}  ${clientId}  ${clientSecret}`);
  const refuse = `curl -X PUT ${url}/trial/companies/200000008 -d '{"behaviour":{"action":"refuse","reason":"TX_TVA_ERR"}}'`;
  const bill = `curl -X POST ${url}/trial/supplier-invoices -d '{"to":"100000009"}'`;
  return {
    fr: [
      'La plateforme d’essai répond. Ctrl-C pour arrêter ; rien n’est conservé.',
      '',
      `  Flow Service       ${flowUrl}`,
      `  Directory Service  ${directoryUrl}`,
      `  Jeton OAuth2       ${tokenUrl}`,
      '  Clients (SIREN, identifiant, secret) :',
      ...secrets,
      '',
      'Déposez une facture de 100000009 à 200000008 : acceptée en une seconde, reçue, puis approuvée en dix.',
      'Pour que l’acheteur la refuse :',
      `    ${refuse}`,
      'Pour recevoir une facture :',
      `    ${bill}`,
      `Les statuts atteints : curl ${url}/trial/invoices`,
      'Toutes les commandes, et les pannes à la demande : docs/fr/integrate/trial-platform.md',
    ].join('\n'),
    en: [
      'The trial platform is running. Press Ctrl-C to stop; it keeps nothing.',
      '',
      `  Flow Service       ${flowUrl}`,
      `  Directory Service  ${directoryUrl}`,
      `  OAuth2 token       ${tokenUrl}`,
      '  Clients (SIREN, id, secret):',
      ...secrets,
      '',
      'Send an invoice from 100000009 to 200000008: accepted in a second, received, then approved in ten.',
      'To make the buyer refuse it:',
      `    ${refuse}`,
      'To receive an invoice:',
      `    ${bill}`,
      `The statuses so far: curl ${url}/trial/invoices`,
      'All endpoints, and faults on demand: docs/en/integrate/trial-platform.md',
    ].join('\n'),
  };
}
