import type { Operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';
import { START_COMMAND } from '../../runtime/start-command.ts';
import type { TranslatedText } from '../../startup-error.ts';
import type { Ask, Said } from '../developer/api-request.ts';
import { NoAnswerError, passes } from '../errors/no-answer.ts';
import { CommandError, labeled, language } from '../terminal/output.ts';
import type { Access } from './service-access.ts';

/** Milliseconds a service has to respond. */
const ANSWER_MS_MAX = 30_000;

/** Calls a service over HTTPS, by the first route of each operation. */
export const callOverHttps =
  ({ address, key }: Access): Ask =>
  async (operation, said = {}) => {
    const { method, url } = addressed(operation, said);
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${address}${url}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'accept-language': language(),
          // Otherwise typos inside a --data value would be ignored.
          prefer: 'handling=strict',
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body: JSON.stringify(said.body ?? {}) }),
        // A redirect would send the key elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      });
      text = await answer.text();
    } catch (error) {
      throw new NoAnswerError(unreachable(address, error));
    }
    const json = jsonIn(text);
    if (answer.ok) return json as never;
    const { detail, title } = (json ?? {}) as { detail?: string; title?: string };
    const words = detail ?? title ?? labeled(address, String(answer.status));
    const Refused = passes(answer.status) ? NoAnswerError : CommandError;
    throw new Refused({ fr: words, en: words }, json ?? { status: answer.status });
  };

function addressed(operation: Operation, { path = {}, query = {} }: Said): { method: string; url: string } {
  const [method = '', template = ''] = operation.routes[0].split(' ');
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[readAs(operation, name)] ?? ''),
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)] as [string, string]),
  );
  return { method, url: pairs.length > 0 ? `${url}?${new URLSearchParams(pairs).toString()}` : url };
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
    fr: `aucun service ne répond à ${address} (${code}). Démarrez Facturier (${START_COMMAND}, dans son dossier), ou donnez son adresse avec --url ou FACTURIER_URL.`,
    en: `no service answers at ${address} (${code}). Start Facturier (${START_COMMAND}, in its folder), or give its address with --url or FACTURIER_URL.`,
  };
}

const CERTIFICATE = /CERT|SIGNATURE|ISSUER|ALTNAME/;

/** The network error code, which fetch wraps in an error of its own. */
function codeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: string }; code?: string | number; name?: string };
  return cause?.code ?? (typeof code === 'string' ? code : (name ?? ''));
}
