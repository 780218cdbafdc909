import type { AgencyParties, AgencyRequest } from '../../../domain/payments/agency/agency-request.ts';
import type { AgencyRead } from '../../../domain/payments/agency/apply-agency-status.ts';
import type { Agency } from './agency-client.ts';
import type { Answered } from './agency-result.ts';
import type { FoundRequest } from './parse-responses.ts';

/** The number of this invoice was sent before: by us, with nobody to hear the answer, or by somebody else. */
const DUPLICATE = 'ERR_FACTURE_DOUBLON';

/** What is sent, and who it is about; nobody where the customer is not registered any more. */
export type ToSend = { readonly request: AgencyRequest; readonly parties: AgencyParties | undefined };

/**
 * Sends a request; one the agency says it has is adopted, where it is the same. Whatever became of it is answered: it is never sent
 * where that is not known.
 */
export async function sendRequest(agency: Agency, { request, parties }: ToSend): Promise<Answered<AgencyRead>> {
  if (!parties) return { away: 'the customer is not registered any more' };
  const sent = await agency.send(request, parties);
  if (!('refused' in sent) || sent.refused.code !== DUPLICATE) return sent;
  const found = await lookUpRequest(agency, { request, parties });
  return 'ok' in found ? (found.ok ? { ok: found.ok } : sent) : found;
}

/** What the agency has of a request, by the number of its invoice; undefined where it has none that is the same. */
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
