import { createHash, randomUUID } from 'node:crypto';
import type { CallProvider, ProviderQuestion } from '../../online/provider-client.ts';
import { faultOfCustomer, faultOfRequest, isDay, isRequest, REQUESTS_MAX } from './rules.ts';
import { codeAfter, PAID_AFTER_DAYS, scriptOf } from './scenarios.ts';

/** What the simulator stores: a customer or a request, by ID or by a unique name. */
export type Trial = {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly createdAt: number;
};
export type SimulatorRecords = {
  find(by: { readonly id: string } | { readonly name: string }): Promise<Trial | undefined>;
  /** Requests for invoices of these days as sent, at most one more than is returned. */
  issued(from: string, to: string): Promise<readonly Trial[]>;
  /** False if the name is taken. */
  keep(trial: Trial): Promise<boolean>;
};

export type Stage = {
  readonly memory: SimulatorRecords;
  /** Unix seconds. */
  readonly now: () => number;
  /** Length of a simulated day in seconds. */
  readonly daySeconds: number;
  /** The payee; any if absent. */
  readonly billingId?: string;
};

/** Days after which a customer has accepted, and until which scripted sending failures occur. */
const ACTIVE_AFTER_DAYS = 1;
const FAILING_DAYS = 2;
/** Requests returned by a search. */
export const RESULTS_MAX = 100;
/** Validity of a token in seconds. */
const TOKEN_SECONDS = 3_600;

type SimulatorResponse = { status: number; text: string };
type Customer = { readonly birthName: string; readonly bornOn: string };

const answer = (status: number, json: unknown): SimulatorResponse => ({ status, text: JSON.stringify(json) });
const fault = (code: string) => ({
  code,
  message: `${code} (essai)`,
  description: 'Réponse du banc d’essai de Facturier',
});

/**
 * A simulator of the Urssaf's API Tiers de prestation (1.29.1): it answers by the same rules in
 * the same order, and plays the script named by a customer's birth name (`scenarios.ts`). It
 * accepts any credentials except those starting with `refus`.
 */
export function agencySimulator(stage: Stage): CallProvider {
  return async (question) => {
    const { pathname, searchParams } = new URL(question.url);
    if (pathname === '/api/oauth/v1/token') return token(question);
    if (!/^Bearer trial-\S+$/.test(question.headers['authorization'] ?? ''))
      return answer(401, { message: 'Unauthorized' });
    const said = question.body === undefined ? undefined : JSON.parse(question.body);
    const path = `${question.method} ${pathname.replace('/atp/v1/tiersPrestations', '')}`;
    if (path === 'POST /particulier') return registered(stage, said);
    if (path === 'GET /particulier') return customerState(stage, searchParams.get('idClient') ?? '');
    if (path === 'POST /demandePaiement') return sent(stage, said);
    if (path === 'POST /demandePaiement/rechercher') return found(stage, said);
    return answer(404, { message: 'No route' });
  };
}

/** Accepts credentials in the body or as Basic authentication. */
function token({ headers, body = '' }: ProviderQuestion): SimulatorResponse {
  const form = new URLSearchParams(body);
  const basic = Buffer.from((headers['authorization'] ?? '').replace(/^Basic /, ''), 'base64').toString();
  const [id = '', secret = ''] = basic.includes(':')
    ? basic.split(':')
    : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const isAsked = form.get('grant_type') === 'client_credentials' && form.get('scope') === 'homeplus.tiersprestations';
  if (!isAsked || !id || !secret || id.startsWith('refus')) return answer(401, { error: 'invalid_client' });
  return answer(200, { access_token: `trial-${randomUUID()}`, token_type: 'Bearer', expires_in: TOKEN_SECONDS });
}

async function registered({ memory, now }: Stage, input: any): Promise<SimulatorResponse> {
  const code = faultOfCustomer(input, today(now())) ?? scriptOf(input.nomNaissance).registrationError;
  if (code) return answer(400, [fault(code)]);
  const who = [input.nomNaissance, input.prenoms, input.dateNaissance].join('|').toLowerCase();
  const name = `customer ${createHash('sha256').update(who).digest('hex')}`;
  // Only stores a birth name that selects a script.
  const birthName = /^essai-/i.test(input.nomNaissance) ? input.nomNaissance : '';
  const content = JSON.stringify({ birthName, bornOn: input.dateNaissance } satisfies Customer);
  const trial = { id: randomUUID(), name, content, createdAt: now() };
  const isNew = await memory.keep(trial);
  return answer(200, { idClient: isNew ? trial.id : (await memory.find({ name }))?.id });
}

async function customerState(stage: Stage, id: string): Promise<SimulatorResponse> {
  const trial = await stage.memory.find({ id });
  if (!trial) return answer(400, [fault('ERR_PARTICULIER_INCONNU')]);
  const code = customerCode(stage, trial);
  const etat = code === 'APPAREILLAGE_VALIDE' ? 'OK' : 'KO';
  return answer(200, { idClient: id, statut: { code, description: code, etat } });
}

const customerIn = ({ content }: Trial): Customer => JSON.parse(content);
const daysSince = ({ now, daySeconds }: Stage, { createdAt }: Trial): number => (now() - createdAt) / daySeconds;
const customerCode = (stage: Stage, trial: Trial): string =>
  scriptOf(customerIn(trial).birthName).standing ??
  (daysSince(stage, trial) < ACTIVE_AFTER_DAYS ? 'APPAREILLAGE_EC' : 'APPAREILLAGE_VALIDE');

async function sent(stage: Stage, input: any): Promise<SimulatorResponse> {
  if (!Array.isArray(input) || !input.every(isRequest)) return answer(400, [fault('ERREUR_VALIDATION')]);
  if (input.length > REQUESTS_MAX) return answer(400, [fault('ERR_NBRE_PREST_MAX')]);
  const answers: unknown[] = [];
  for (const request of input) {
    const one = await takenOrNot(stage, request);
    if (!('taken' in one)) return one;
    answers.push(one.taken);
  }
  return answer(200, answers);
}

async function takenOrNot(stage: Stage, request: Record<string, any>): Promise<SimulatorResponse | { taken: unknown }> {
  const { idClient, numFactureTiers } = request;
  const refused = (code: string) => ({
    taken: { idClient, numFactureTiers, statut: '', errors: [fault(code)] },
  });
  if (stage.billingId !== undefined && request['idTiersFacturation'] !== stage.billingId)
    return refused('ERR_PRESTATAIRE_FACTURATION_INCONNU');
  const customer = await stage.memory.find({ id: idClient });
  if (!customer?.name.startsWith('customer ')) return refused('ERR_PARTICULIER_INCONNU');
  const { birthName, bornOn } = customerIn(customer);
  if (bornOn !== request['dateNaissanceClient']) return refused('ERR_PARTICULIER_INCONNU');
  if (customerCode(stage, customer) !== 'APPAREILLAGE_VALIDE') return refused('ERR_LIEN_PARTICULIER_PRESTATAIRE');
  const { failure, requestError } = scriptOf(birthName);
  const isFailing = failure !== undefined && daysSince(stage, customer) < FAILING_DAYS;
  if (isFailing && failure !== 'PERDU') return failed(failure);
  const code = requestError ?? faultOfRequest(request, today(stage.now()));
  if (code) return refused(code);
  const id = randomUUID();
  const content = JSON.stringify({ ...request, birthName });
  const isNew = await stage.memory.keep({ id, name: `request ${numFactureTiers}`, content, createdAt: stage.now() });
  if (!isNew) return refused('ERR_FACTURE_DOUBLON');
  if (isFailing) throw new Error('the connection broke before the answer came');
  return { taken: { idClient, idDemandePaiement: id, numFactureTiers, statut: '10', errors: [] } };
}

function failed(failure: 'MAINTENANCE' | 'PANNE' | 'VIDE' | 'LENT' | 'ILLISIBLE'): SimulatorResponse {
  if (failure === 'LENT') throw new Error('no answer within 15 seconds');
  if (failure === 'VIDE') return { status: 400, text: '' };
  if (failure === 'ILLISIBLE') return { status: 200, text: '[{"idDemandePaiem' };
  return { status: failure === 'PANNE' ? 500 : 503, text: '<html>Service indisponible</html>' };
}

async function found(stage: Stage, input: any): Promise<SimulatorResponse> {
  const { idDemandePaiements: ids, dateDebut, dateFin } = input ?? {};
  if (Array.isArray(ids) && ids.length > REQUESTS_MAX) return answer(400, [fault('ERR_NBRE_PREST_MAX')]);
  if (!Array.isArray(ids) && !(isDay(dateDebut) && isDay(dateFin)))
    return answer(400, [fault('ERR_CRITERE_RECHERCHE_VIDE')]);
  const trials = Array.isArray(ids)
    ? await Promise.all(ids.map((id: string) => stage.memory.find({ id })))
    : await stage.memory.issued(dateDebut, dateFin);
  const requests = trials.filter((trial) => trial?.name.startsWith('request ')) as Trial[];
  if (requests.length > RESULTS_MAX) return answer(400, [fault('ERR_NBRE_MAX_RESULTAT')]);
  const errors = requests.length === 0 ? [fault('ERR_RECHERCHE_VIDE')] : [];
  return answer(200, { errors, infoDemandePaiements: requests.map((trial) => shown(stage, trial)) });
}

function shown(stage: Stage, trial: Trial) {
  const { birthName, ...demandePaiement } = JSON.parse(trial.content);
  const code = codeAfter(scriptOf(birthName).life, daysSince(stage, trial));
  const paidOn = today(trial.createdAt + PAID_AFTER_DAYS * stage.daySeconds);
  const { mntFactureTTC, mntAcompte = 0 } = demandePaiement;
  const amount = Math.round((mntFactureTTC - mntAcompte) * 100) / 100;
  return {
    ...{ idDemandePaiement: trial.id, demandePaiement, statut: { code, libelle: code } },
    ...(code === '40' && { infoRejet: { code: 'REGUL_NB_QTE_FACT', commentaire: 'Il manque une heure.' } }),
    ...((code === '50' || code === '70') && {
      infoVirement: { mntVirement: code === '70' ? amount : null, dateVirement: `${paidOn}T00:00:00Z` },
    }),
  };
}

/** The day in France. */
const today = (now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date(now * 1000));
