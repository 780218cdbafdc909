import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import { zoneOffset } from '../../domain/time/zone-offset.ts';
import type { Identifier } from '../electronic-invoice.ts';
import { amountText, rateText } from '../format-figures.ts';
import { group, leaf, required, xmlOf } from '../xml.ts';
import type { CdarDetail, CdarFigure, CdarMessage, CdarParty } from './cdar-message.ts';

/** MDT-3: a life cycle exchanged between platforms and parties (BR-FR-CDV-02). */
export const CDAR_GUIDELINE = 'urn.cpro.gouv.fr:1p0:CDV:invoice';
/** Times of the life cycle have no zone: they are those of mainland France. */
export const CDAR_ZONE = 'Europe/Paris';

/**
 * A status of an invoice as Cross Domain Acknowledgement and Response (UN/CEFACT D22B), elements in
 * schema order.
 */
export function cdarOf(message: CdarMessage): string {
  const root = required(
    'rsm:CrossDomainAcknowledgementAndResponse',
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', message.process)),
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', message.guideline ?? CDAR_GUIDELINE)),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', message.id),
      leaf('ram:Name', message.name),
      timeOf('ram:IssueDateTime', message.writtenAt),
      group(
        'ram:SenderTradeParty',
        identifierOf('ram:GlobalID', message.senderId),
        leaf('ram:RoleCode', message.senderRole),
      ),
      partyOf('ram:IssuerTradeParty', message.issuer),
      message.recipients.map((party) => partyOf('ram:RecipientTradeParty', party)),
    ),
    acknowledgementOf(message),
  );
  return xmlOf(root, NAMESPACES);
}

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

function acknowledgementOf({ invoice, ...message }: CdarMessage) {
  return group(
    'rsm:AcknowledgementDocument',
    group('ram:MultipleReferencesIndicator', leaf('udt:Indicator', 'false')),
    leaf('ram:TypeCode', message.phase),
    timeOf('ram:IssueDateTime', message.statusAt),
    group(
      'ram:ReferenceReferencedDocument',
      leaf('ram:IssuerAssignedID', invoice.number),
      leaf('ram:StatusCode', message.condition),
      leaf('ram:TypeCode', invoice.type),
      invoice.receivedAt !== undefined && timeOf('ram:ReceiptDateTime', invoice.receivedAt),
      invoice.issuedOn !== undefined &&
        group('ram:FormattedIssueDateTime', leaf('qdt:DateTimeString', dayText(invoice.issuedOn), { format: '102' })),
      leaf('ram:ProcessConditionCode', message.status),
      leaf('ram:ProcessCondition', message.statusName),
      group('ram:IssuerTradeParty', identifierOf('ram:GlobalID', invoice.sellerId)),
      message.details.map(detailOf),
    ),
  );
}

const detailOf = (detail: CdarDetail, place: number) =>
  group(
    'ram:SpecifiedDocumentStatus',
    leaf('ram:ReasonCode', detail.reason),
    leaf('ram:Reason', detail.reasonText),
    leaf('ram:RequestedActionCode', detail.action),
    leaf('ram:RequestedAction', detail.actionText),
    leaf('ram:SequenceNumeric', String(detail.sequence ?? place + 1)),
    group('ram:IncludedNote', leaf('ram:Content', detail.note)),
    detail.figures.map(figureOf),
  );

const figureOf = ({ term, type, name, amount, currency, on, percent }: CdarFigure) =>
  group(
    'ram:SpecifiedDocumentCharacteristic',
    leaf('ram:ID', term),
    leaf('ram:TypeCode', type),
    leaf('ram:Name', name),
    amount !== undefined && leaf('ram:ValueAmount', amountText(amount), { currencyID: currency ?? 'EUR' }),
    on !== undefined && group('ram:ValueDateTime', leaf('udt:DateTimeString', dayText(on), { format: '102' })),
    percent !== undefined && leaf('ram:ValuePercent', rateText(percent)),
  );

const partyOf = (element: string, { role, id, name, address }: CdarParty) =>
  group(
    element,
    identifierOf('ram:GlobalID', id),
    leaf('ram:Name', name),
    leaf('ram:RoleCode', role),
    group('ram:URIUniversalCommunication', identifierOf('ram:URIID', address)),
  );

const identifierOf = (element: string, id: Identifier | undefined) =>
  id && leaf(element, id.value, { schemeID: id.scheme });

const timeOf = (element: string, at: number) =>
  group(element, leaf('udt:DateTimeString', timeText(at), { format: '204' }));

/** `YYYYMMDD`, format 102. */
const dayText = (day: CivilDay): string => day.replaceAll('-', '');

/** `YYYYMMDDhhmmss`, format 204, in mainland France. */
export function timeText(at: number): string {
  const second = Math.floor(at);
  const local = new Date((second + zoneOffset(second, CDAR_ZONE)) * 1000);
  return dayText(civilDayOf(second, CDAR_ZONE)) + local.toISOString().slice(11, 19).replaceAll(':', '');
}
