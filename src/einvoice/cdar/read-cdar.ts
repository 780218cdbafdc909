import { cents } from '../../domain/money/cents.ts';
import { atSecondOfDay } from '../../domain/time/civil-day.ts';
import type { Identifier } from '../electronic-invoice.ts';
import { dayOfDigits, hundredthsOf } from '../read-figures.ts';
import { elementAt, elementsAt, readXmlTree, textAt, UnreadableXml, type XmlNode } from '../xml-tree.ts';
import { CDAR_ZONE } from './cdar.ts';
import type { CdarDetail, CdarFigure, CdarInvoice, CdarMessage, CdarParty } from './cdar-message.ts';

/** Why a file is not read as a status: not XML, another kind of document, or a field is missing. */
export type CdarFault = {
  readonly fault: 'broken_xml' | 'document_type' | 'too_large' | 'not_a_cdar' | 'incomplete';
  /** The path of the missing field, or the line of the error. */
  readonly at?: string;
};

/** Characters of a status; the longest official example has 9,000. */
const CDAR_CHARACTERS_MAX = 1_000_000;
const ROOT = 'urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100';

/**
 * Reads a status of one invoice (CDAR D22B). Unknown codes are kept. A message about several
 * documents is read for its first one. Rules are checked by `cdarProblems`.
 */
export function readCdar(text: string): CdarMessage | CdarFault {
  try {
    const root = readXmlTree(text, CDAR_CHARACTERS_MAX);
    if (root.name !== 'CrossDomainAcknowledgementAndResponse' || root.namespace !== ROOT)
      return { fault: 'not_a_cdar', at: root.name };
    return messageOf(root);
  } catch (error) {
    if (error instanceof UnreadableXml) return { fault: error.fault, at: `line ${error.line}` };
    if (error instanceof MissingField) return { fault: 'incomplete', at: error.message };
    throw error;
  }
}

class MissingField extends Error {}

function messageOf(root: XmlNode): CdarMessage {
  const document = needed(elementAt(root, 'ExchangedDocument'), 'ExchangedDocument');
  const said = needed(elementAt(root, 'AcknowledgementDocument'), 'AcknowledgementDocument');
  const reference = needed(elementAt(said, 'ReferenceReferencedDocument'), 'ReferenceReferencedDocument');
  const issuer = elementAt(document, 'IssuerTradeParty');
  const [name, statusName, condition] = [
    textAt(document, 'Name'),
    textAt(reference, 'ProcessCondition'),
    textAt(reference, 'StatusCode'),
  ];
  const guideline = textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID');
  const senderId = identifierAt(document, 'SenderTradeParty/GlobalID');
  const writtenAt = needed(timeAt(document, 'IssueDateTime'), 'ExchangedDocument/IssueDateTime');
  return {
    id: textAt(document, 'ID') ?? '',
    ...(name !== undefined && { name }),
    process: textAt(root, 'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID') ?? '',
    ...(guideline !== undefined && { guideline }),
    writtenAt,
    senderRole: textAt(document, 'SenderTradeParty/RoleCode') ?? '',
    ...(senderId && { senderId }),
    issuer: issuer ? partyOf(issuer) : { role: '' },
    recipients: elementsAt(document, 'RecipientTradeParty').map(partyOf),
    phase: textAt(said, 'TypeCode') ?? '',
    statusAt: timeAt(said, 'IssueDateTime') ?? writtenAt,
    invoice: invoiceOf(reference),
    status: needed(textAt(reference, 'ProcessConditionCode'), 'ReferenceReferencedDocument/ProcessConditionCode'),
    ...(statusName !== undefined && { statusName }),
    ...(condition !== undefined && { condition }),
    details: elementsAt(reference, 'SpecifiedDocumentStatus').map(detailOf),
  };
}

function invoiceOf(reference: XmlNode): CdarInvoice {
  const type = textAt(reference, 'TypeCode');
  const issuedOn = dayOfDigits(textAt(reference, 'FormattedIssueDateTime/DateTimeString'));
  const receivedAt = timeAt(reference, 'ReceiptDateTime');
  const sellerId = identifierAt(reference, 'IssuerTradeParty/GlobalID');
  return {
    number: needed(textAt(reference, 'IssuerAssignedID'), 'ReferenceReferencedDocument/IssuerAssignedID'),
    ...(type !== undefined && { type }),
    ...(issuedOn !== undefined && { issuedOn }),
    ...(receivedAt !== undefined && { receivedAt }),
    ...(sellerId && { sellerId }),
  };
}

function partyOf(node: XmlNode): CdarParty {
  const [id, address] = [identifierAt(node, 'GlobalID'), identifierAt(node, 'URIUniversalCommunication/URIID')];
  const name = textAt(node, 'Name');
  return {
    role: textAt(node, 'RoleCode') ?? '',
    ...(id && { id }),
    ...(name !== undefined && { name }),
    ...(address && { address }),
  };
}

function detailOf(node: XmlNode): CdarDetail {
  const [reason, reasonText, note] = [
    textAt(node, 'ReasonCode'),
    textAt(node, 'Reason'),
    textAt(node, 'IncludedNote/Content'),
  ];
  const [action, actionText, sequence] = [
    textAt(node, 'RequestedActionCode'),
    textAt(node, 'RequestedAction'),
    textAt(node, 'SequenceNumeric'),
  ];
  return {
    ...(reason !== undefined && { reason }),
    ...(reasonText !== undefined && { reasonText }),
    ...(action !== undefined && { action }),
    ...(actionText !== undefined && { actionText }),
    ...(sequence !== undefined && /^\d{1,9}$/.test(sequence) && { sequence: Number(sequence) }),
    ...(note !== undefined && { note }),
    figures: elementsAt(node, 'SpecifiedDocumentCharacteristic').map(figureOf),
  };
}

function figureOf(node: XmlNode): CdarFigure {
  const [term, name, amount] = [textAt(node, 'ID'), textAt(node, 'Name'), hundredthsOf(textAt(node, 'ValueAmount'))];
  const currency = elementAt(node, 'ValueAmount')?.attributes.get('currencyID');
  const on = dayOfDigits(textAt(node, 'ValueDateTime/DateTimeString'));
  const percent = hundredthsOf(textAt(node, 'ValuePercent'));
  return {
    ...(term !== undefined && { term }),
    type: textAt(node, 'TypeCode') ?? '',
    ...(name !== undefined && { name }),
    ...(amount !== undefined && { amount: cents(amount) }),
    ...(currency !== undefined && { currency }),
    ...(on !== undefined && { on }),
    ...(percent !== undefined && { percent }),
  };
}

function needed<Value>(value: Value | undefined, path: string): Value {
  if (value === undefined) throw new MissingField(path);
  return value;
}

function identifierAt(node: XmlNode, path: string): Identifier | undefined {
  const found = elementAt(node, path);
  return found?.text ? { scheme: found.attributes.get('schemeID') ?? '', value: found.text } : undefined;
}

/** An instant, from format 204 in mainland France, or midnight of a day. */
function timeAt(node: XmlNode, path: string): number | undefined {
  const text = textAt(node, `${path}/DateTimeString`);
  const day = dayOfDigits(text);
  if (day === undefined) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = /^\d{8}(\d{2})(\d{2})(\d{2})?$/.exec(text ?? '') ?? [];
  const second = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return second < 86_400 ? atSecondOfDay(day, second, CDAR_ZONE) : undefined;
}
