import { cents } from '../../domain/money/cents.ts';
import { atSecondOfDay, type CivilDay, isCivilDay } from '../../domain/time/civil-day.ts';
import { nodeAt, nodesAt, readXmlTree, TooManyElements, textAt, type XmlNode } from '../../xml/read-tree.ts';
import { XmlFault } from '../../xml/read-xml.ts';
import type { Identifier } from '../electronic-invoice.ts';
import { CDAR_ZONE } from './cdar.ts';
import type { CdarDetail, CdarFigure, CdarInvoice, CdarMessage, CdarParty } from './cdar-message.ts';

/** Why a file is not read as a status: not XML, another kind of document, or a field is missing. */
export type CdarFault = {
  readonly fault: XmlFault['said']['fault'] | 'too_large' | 'not_a_cdar' | 'incomplete';
  /** The path of the missing field, or the line of the error. */
  readonly at?: string;
};

/** Characters and elements of a status; the longest official example has 9,000 and 80. */
const CDAR_CHARACTERS_MAX = 1_000_000;
const CDAR_ELEMENTS_MAX = 20_000;
const ROOT = 'urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100';

/**
 * Reads a status of one invoice (CDAR D22B). Unknown codes are kept. A message about several
 * documents is read for its first one. Rules are checked by `cdarProblems`.
 */
export async function readCdar(text: string): Promise<CdarMessage | CdarFault> {
  if (text.length > CDAR_CHARACTERS_MAX) return { fault: 'too_large' };
  try {
    const root = await readXmlTree(text.replace(/^\uFEFF/, ''), CDAR_ELEMENTS_MAX);
    if (root.name !== 'CrossDomainAcknowledgementAndResponse' || root.namespace !== ROOT)
      return { fault: 'not_a_cdar', at: root.name };
    return messageOf(root);
  } catch (error) {
    if (error instanceof XmlFault) return { fault: error.said.fault, at: `line ${error.said.row}` };
    if (error instanceof TooManyElements) return { fault: 'too_large' };
    if (error instanceof MissingField) return { fault: 'incomplete', at: error.message };
    throw error;
  }
}

class MissingField extends Error {}

function messageOf(root: XmlNode): CdarMessage {
  const document = needed(nodeAt(root, 'ExchangedDocument'), 'ExchangedDocument');
  const said = needed(nodeAt(root, 'AcknowledgementDocument'), 'AcknowledgementDocument');
  const reference = needed(nodeAt(said, 'ReferenceReferencedDocument'), 'ReferenceReferencedDocument');
  const issuer = nodeAt(document, 'IssuerTradeParty');
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
    recipients: nodesAt(document, 'RecipientTradeParty').map(partyOf),
    phase: textAt(said, 'TypeCode') ?? '',
    statusAt: timeAt(said, 'IssueDateTime') ?? writtenAt,
    invoice: invoiceOf(reference),
    status: needed(textAt(reference, 'ProcessConditionCode'), 'ReferenceReferencedDocument/ProcessConditionCode'),
    ...(statusName !== undefined && { statusName }),
    ...(condition !== undefined && { condition }),
    details: nodesAt(reference, 'SpecifiedDocumentStatus').map(detailOf),
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
    figures: nodesAt(node, 'SpecifiedDocumentCharacteristic').map(figureOf),
  };
}

function figureOf(node: XmlNode): CdarFigure {
  const [term, name, amount] = [textAt(node, 'ID'), textAt(node, 'Name'), hundredthsOf(textAt(node, 'ValueAmount'))];
  const currency = nodeAt(node, 'ValueAmount')?.attributes.currencyID;
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
  const found = nodeAt(node, path);
  return found?.text ? { scheme: found.attributes.schemeID ?? '', value: found.text } : undefined;
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

/**
 * Hundredths of a decimal number with at most eleven whole digits and two decimals that are not
 * zero, exactly: cents of an amount, basis points of a rate. Another text is not read.
 */
function hundredthsOf(text: string | undefined): number | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d{1,11})(?:\.(\d{1,2})0*)?$/.exec(text ?? '') ?? [];
  if (whole === '') return undefined;
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && value !== 0 ? -value : value;
}

/** A day of format 102 (`YYYYMMDD`) or of the first digits of 204. */
function dayOfDigits(text: string | undefined): CivilDay | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  const day = `${year}-${month}-${date}`;
  return isCivilDay(day) ? day : undefined;
}
