import type { AgencyParties, AgencyRequest } from '../../../domain/payments/agency/agency-request.ts';
import type { AgencyRead } from '../../../domain/payments/agency/apply-agency-status.ts';
import type { Agency } from './agency-client.ts';
import type { Answered } from './agency-result.ts';
import type { FoundRequest } from './parse-responses.ts';

/** This invoice number was sent before: by us, with the response lost, or by someone else. */
const DUPLICATE = 'ERR_FACTURE_DOUBLON';

/** What is sent and for whom; no parties if the customer is no longer registered. */
export type ToSend = { readonly request: AgencyRequest; readonly parties: AgencyParties | undefined };

/**
 * Sends a request; if the Urssaf already has it and it is the same, it is adopted. Returns the
 * result in every case: nothing is resent while the result is unknown.
 */
export async function sendRequest(agency: Agency, { request, parties }: ToSend): Promise<Answered<AgencyRead>> {
  if (!parties) return { away: 'the customer is not registered any more' };
  const sent = await agency.send(request, parties);
  if (!('refused' in sent) || sent.refused.code !== DUPLICATE) return sent;
  const found = await lookUpRequest(agency, { request, parties });
  return 'ok' in found ? (found.ok ? { ok: found.ok } : sent) : found;
}

/** The Urssaf's record of a request by invoice number; undefined if it has no identical one. */
export async function lookUpRequest(
  agency: Agency,
  { request, parties }: ToSend,
): Promise<Answered<FoundRequest | undefined>> {
  const found = await agency.find({ issuedOn: request.issuedOn });
  if (!('ok' in found)) return found;
  const isSame = ({ number, total, customerId }: FoundRequest): boolean =>
    number === request.number &&
    (total === undefined || total === request.total) &&
    (!parties || customerId === undefined || customerId === parties.customerId);
  return { ok: found.ok.find(isSame) };
}
