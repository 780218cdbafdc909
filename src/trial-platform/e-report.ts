import { cdarOf } from '../einvoice/cdar/cdar.ts';
import { nodeAt, nodesAt, textAt, type XmlNode } from '../xml/read-tree.ts';

/** Why the tax office rejects a report (DGFiP, external specifications 3.2, table 6). */
export type ReportFault = { readonly code: 'REJ_SEMAN' | 'REJ_UNI' | 'REJ_COH' | 'REJ_PER'; readonly text: string };

/** What the trial platform keeps of an e-report (flux 10). */
export type ReportFacts = {
  /** TT-1; absent if it cannot be read. */
  readonly id?: string;
  readonly kind: 'transactions' | 'payments';
  readonly siren?: string;
  /** The days of its period, 8 digits each. */
  readonly period?: string;
  readonly faults: readonly ReportFault[];
};

const CATEGORIES: ReadonlySet<string> = new Set(['TLB1', 'TPS1', 'TNT1', 'TMA1']);
/** Faults named in one answer. */
const FAULTS_MAX = 20;

/** Reads a report and checks it as the tax office does, as far as its own content decides. */
export function readReport(root: XmlNode): ReportFacts {
  const head = nodeAt(root, 'ReportDocument');
  const [transactions, payments] = [nodeAt(root, 'TransactionsReport'), nodeAt(root, 'PaymentsReport')];
  const [id, siren] = [shortAt(head, 'Id'), shortAt(head, 'Issuer/Id')];
  const [from, to] = ['StartDate', 'EndDate'].map((name) => shortAt(transactions ?? payments, `ReportPeriod/${name}`));
  const faults = [
    ...headFaults(head, { id, siren }),
    ...(transactions && payments ? [faulty('REJ_SEMAN', 'Ventes et encaissements dans une déclaration (G6.29).')] : []),
    ...periodFaults({ from, to, createdAt: textAt(head, 'IssueDateTime/DateTimeString') }),
    ...nodesAt(transactions, 'Transactions').flatMap(sumFaults),
    ...nodesAt(transactions, 'Invoice')
      .filter((invoice) => textAt(invoice, 'Buyer/CompanyId') === undefined)
      .map((invoice) => faulty('REJ_SEMAN', `Facture ${shortAt(invoice, 'ID') ?? ''} sans acheteur (TT-36, G6.28).`)),
  ];
  return {
    kind: payments && !transactions ? 'payments' : 'transactions',
    faults: faults.slice(0, FAULTS_MAX),
    ...(id !== undefined && { id }),
    ...(siren !== undefined && { siren }),
    ...(from !== undefined && to !== undefined && { period: `${from}-${to}` }),
  };
}

/** Characters of a text that are kept: more than any field may have. */
const TEXT_MAX = 100;
const shortAt = (node: XmlNode | undefined, path: string): string | undefined => textAt(node, path)?.slice(0, TEXT_MAX);

const faulty = (code: ReportFault['code'], text: string): ReportFault => ({ code, text });
const unless = (holds: boolean, text: string): ReportFault[] => (holds ? [] : [faulty('REJ_SEMAN', text)]);

function headFaults(
  head: XmlNode | undefined,
  { id = '', siren = '' }: { id?: string | undefined; siren?: string | undefined },
): ReportFault[] {
  const [type, sender] = [textAt(head, 'TypeCode') ?? '', nodeAt(head, 'Sender/Id')];
  return [
    ...unless(/^[A-Za-z0-9+_/-]+( [A-Za-z0-9+_/-]+)*$/.test(id) && id.length <= 50, 'Identifiant (TT-1, G1.104).'),
    ...unless(type === 'IN' || type === 'RE', 'Type de transmission (TT-4, G8.01).'),
    ...unless(
      sender?.attributes.schemeId === '0238' && /^[A-Za-z0-9]{4}$/.test(sender.text),
      'Matricule de la plateforme (TT-8, G6.22).',
    ),
    ...unless(/^\d{9}$/.test(siren), 'SIREN du déclarant (TT-13).'),
  ];
}

/** Dates, and a report dated after its period (G7.43). */
function periodFaults(said: Readonly<Record<'from' | 'to' | 'createdAt', string | undefined>>): ReportFault[] {
  const { from = '', to = '', createdAt = '' } = said;
  const isRead = /^20\d{6}$/.test(from) && /^20\d{6}$/.test(to) && /^20\d{12}$/.test(createdAt);
  if (!isRead) return [faulty('REJ_SEMAN', 'Dates de la période ou de la transmission (TT-3, TT-17, TT-18).')];
  if (to < from) return [faulty('REJ_PER', 'La période se termine avant de commencer (TT-18).')];
  return createdAt.slice(0, 8) > to ? [] : [faulty('REJ_PER', 'La période n’est pas terminée (TT-3, G7.43).')];
}

/** The category of a sum of sales, and its rates, which must add up to it. */
function sumFaults(sum: XmlNode): ReportFault[] {
  const day = shortAt(sum, 'Date') ?? '';
  const rates = nodesAt(sum, 'TaxSubtotal');
  const net = rates.reduce((all, rate) => all + hundredthsAt(rate, 'TaxableAmount'), 0);
  const isSum = rates.length === 0 || Math.abs(net - hundredthsAt(sum, 'TaxExclusiveAmount')) <= 1;
  return [
    ...unless(CATEGORIES.has(textAt(sum, 'CategoryCode') ?? ''), `Catégorie des ventes du ${day} (TT-81, G1.68).`),
    ...(isSum ? [] : [faulty('REJ_COH', `Les taux ne donnent pas le total du ${day} (TT-82).`)]),
  ];
}

const hundredthsAt = (node: XmlNode, path: string): number => Math.round(Number(textAt(node, path)) * 100);

/** One report of an ID, a company and a period is taken over (G8.05). */
export const reportKeyOf = ({ id, siren, period }: ReportFacts): string | undefined =>
  id === undefined || siren === undefined || period === undefined ? undefined : `report|${siren}|${period}|${id}`;

/** TT-1 of a report whose own cannot be read (G1.114). */
const NO_ID = 'X'.repeat(20);

/** A deposited report, as the platform keeps it. */
type Deposited = {
  readonly owner: string;
  readonly flowId: string;
  readonly report?: { readonly id?: string };
};
type Answer = { readonly status: string; readonly at: number; readonly faults: readonly ReportFault[] };

/** The status of a report by the tax office as CDAR (G7.14, G7.15, G7.23). */
export const reportStatusXml = ({ owner, flowId, report }: Deposited, { status, at, faults }: Answer): string =>
  cdarOf({
    id: `${flowId}_${status}_${at}`,
    process: 'REGULATED',
    guideline: 'urn.cpro.gouv.fr:1p0:CDV:ereportingF10',
    writtenAt: at,
    senderRole: 'WK',
    issuer: { role: 'DFH', id: { scheme: '0238', value: '0000' }, name: 'PPF' },
    recipients: [{ role: 'SE', id: { scheme: '0002', value: owner }, address: { scheme: '0225', value: owner } }],
    phase: '304',
    statusAt: at,
    invoice: { number: report?.id ?? NO_ID, sellerId: { scheme: '0002', value: owner } },
    status,
    statusName: STATUS_NAMES[status] ?? 'Statut inconnu',
    details: faults.map(({ code, text }) => ({ reason: code, note: text, figures: [] })),
  });

const STATUS_NAMES: Readonly<Record<string, string>> = { 300: 'Déposée', 301: 'Rejetée' };
