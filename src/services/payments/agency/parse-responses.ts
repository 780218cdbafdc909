import { type Cents, cents } from '../../../domain/money/cents.ts';
import type { AgencyRead } from '../../../domain/payments/agency/apply-agency-status.ts';
import { isCivilDay } from '../../../domain/time/civil-day.ts';
import type { Answered } from './agency-result.ts';

/** A request as stored by the Urssaf. */
export type FoundRequest = AgencyRead & {
  readonly number?: string;
  readonly customerId?: string;
  readonly total?: Cents;
};

/** The code of a customer's state, or of the simpler state if only that is returned. */
export function readCustomer(json: any): Answered<string> | undefined {
  const one = Array.isArray(json) ? json[0] : json;
  const code = one?.statut?.code ?? one?.statut?.etat;
  return typeof code === 'string' && code !== '' ? { ok: code } : undefined;
}

/** The result of the one request sent. A refusal also has status 200, with errors in the body. */
export function readSent(json: any, number: string): Answered<AgencyRead> | undefined {
  if (!Array.isArray(json)) return undefined;
  const one = json.find((each) => each?.numFactureTiers === number) ?? (json.length === 1 ? json[0] : undefined);
  const [error] = Array.isArray(one?.errors) ? one.errors : [];
  if (typeof error?.code === 'string')
    return { refused: { code: error.code, said: String(error.message ?? error.description ?? error.code) } };
  const id = one?.idDemandePaiement;
  if (typeof id !== 'string' || id === '') return undefined;
  return { ok: { id, code: typeof one.statut === 'string' && one.statut !== '' ? one.statut : '10' } };
}

/** The requests found; none is also a valid answer. */
export function readFound(json: any): Answered<readonly FoundRequest[]> | undefined {
  const found = json?.infoDemandePaiements;
  const isNone = Array.isArray(json?.errors) && json.errors.some((error: any) => error?.code === 'ERR_RECHERCHE_VIDE');
  if (!Array.isArray(found) || found.length === 0) return isNone || Array.isArray(found) ? { ok: [] } : undefined;
  return { ok: found.map(readOne).filter((each) => each !== undefined) };
}

function readOne(json: any): FoundRequest | undefined {
  const { idDemandePaiement: id, statut, infoRejet, infoVirement, demandePaiement } = json ?? {};
  const code = statut?.code === undefined ? '' : String(statut.code);
  if (typeof id !== 'string' || id === '' || code === '') return undefined;
  const on = dayIn(infoVirement?.dateVirement);
  const { numFactureTiers: number, idClient: customerId, mntFactureTTC } = demandePaiement ?? {};
  const total = centsIn(mntFactureTTC);
  const comment = infoRejet?.commentaire;
  return {
    ...{ id, code },
    ...(typeof infoRejet?.code === 'string' && {
      rejection: { code: infoRejet.code, ...(typeof comment === 'string' && comment !== '' && { comment }) },
    }),
    ...(on !== undefined && { transfer: { on, amount: centsIn(infoVirement?.mntVirement) } }),
    ...(typeof number === 'string' && { number }),
    ...(typeof customerId === 'string' && { customerId }),
    ...(total !== undefined && { total }),
  };
}

/** Euros in the Urssaf's notation, as cents; undefined if invalid. */
const centsIn = (euros: unknown): Cents | undefined => {
  const amount = euros === null || euros === '' ? Number.NaN : Number(euros);
  return Number.isFinite(amount) && Math.abs(amount) < EUROS_MAX ? cents(Math.round(amount * 100)) : undefined;
};
const EUROS_MAX = 1_000_000_000;

/** The day of a timestamp at midnight UTC. */
const dayIn = (moment: unknown): string | undefined => {
  const day = typeof moment === 'string' ? moment.slice(0, 10) : '';
  return isCivilDay(day) ? day : undefined;
};
