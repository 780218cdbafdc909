import type { TranslatedText } from '../../startup-error.ts';
import { CommandError } from '../terminal/output.ts';

/** Milliseconds a service has to answer the health check. */
const LIVES_WITHIN_MS = 10_000;

/** Checks that a service runs at an address; refuses with a message if not. */
export async function reachable(address: string): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(LIVES_WITHIN_MS) });
  } catch (error) {
    throw new CommandError(unreachable(address, error));
  }
  const said = await answer.text().catch(() => '');
  if (answer.ok && said.includes('"live"')) return;
  throw new CommandError({
    fr: `un autre programme que Facturier répond à l’adresse ${address} (${answer.status}). Donnez l’adresse du service avec --url ou FACTURIER_URL.`,
    en: `a program other than Facturier answers at ${address} (${answer.status}). Give the address of the service with --url or FACTURIER_URL.`,
  });
}

/** Why a request failed, and what to do about it. */
export function unreachable(address: string, error: unknown): TranslatedText {
  const code = codeOf(error);
  if (CERTIFICATE.test(code)) {
    return {
      fr: `le certificat de ${address} n’est pas reconnu (${code}). Donnez le fichier de son autorité, ca.pem, avec --ca.`,
      en: `the certificate of ${address} is not trusted (${code}). Give its authority file, ca.pem, with --ca.`,
    };
  }
  return {
    fr: `aucun service ne répond à ${address} (${code}). Démarrez Facturier (npm start, dans son dossier), ou donnez son adresse avec --url ou FACTURIER_URL.`,
    en: `no service answers at ${address} (${code}). Start Facturier (npm start, in its folder), or give its address with --url or FACTURIER_URL.`,
  };
}

const CERTIFICATE = /CERT|SIGNATURE|ISSUER|ALTNAME/;

/** The network error code, which fetch wraps in an error of its own. */
function codeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: string }; code?: string | number; name?: string };
  return cause?.code ?? (typeof code === 'string' ? code : (name ?? ''));
}
