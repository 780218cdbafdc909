import type { Ask } from '../support/service/http-client.ts';

type Said = Record<string, any>;
/** The HTTP request; the query is written out. */
export type Road = { path: string; ask: Ask };

const get = (path: string, query: Said = {}): Road => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`),
  );
  return { path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, ask: { method: 'GET' } };
};
const send = (method: string, path: string, body: Said = {}): Road => ({ path, ask: { method, body } });

/** The HTTP equivalent of each tool: written by hand, not derived from the tool definitions. */
export const roads: Readonly<Record<string, (said: Said) => Road>> = {
  'get-dashboard': (said) => get('/v2/dashboard', said),
  'search-everything': (said) => get('/v2/search', said),
  'get-activity': (said) => get('/v2/activity', said),
  'get-billing-activity': ({ billingId, ...said }) => get(`/v2/billing/${billingId}/activity`, said),
  'get-next-number': (said) => get('/v2/billing/next-number', said),
  'get-vat-choices': (said) => get('/v2/billing/vat-choices', said),
  'get-currency-rates': (said) => get('/v2/billing/currency-rates', said),
  'duplicate-billing': ({ billingId }) => send('POST', `/v2/billing/${billingId}/duplicate`),
  'get-customer-balance': ({ customerId }) => get(`/v2/customer/${customerId}/balance`),
  'get-customer-statement': ({ customerId, ...said }) => get(`/v2/customer/${customerId}/statement`, said),
  'get-company': () => get('/v2/company/me'),
  'create-contact': (said) => send('POST', '/contact', said),
  'get-contact-by-id': ({ contactId }) => get(`/contact/${contactId}`),
  'update-contact': ({ contactId, ...form }) => send('PUT', `/contact/${contactId}`, form),
  'get-contacts': ({ limit = 50, ...said }) => get('/contacts', { ...said, limit }),
  'create-organization': (said) => send('POST', '/organization', said),
  'get-organization-by-id': ({ organizationId }) => get(`/organization/${organizationId}`),
  'update-organization': ({ organizationId, ...form }) => send('PUT', `/organization/${organizationId}`, form),
  'get-organizations': ({ limit = 50, ...said }) => get('/organizations', { ...said, limit }),
  'create-organization-contact': ({ organizationId, ...form }) =>
    send('POST', `/organization/${organizationId}/contact`, form),
  'get-products': (said) => get('/v2/catalog', { ...said, limit: 100 }),
  'get-product-by-id': ({ productId }) => get(`/v2/catalog/product/${productId}`),
  'create-product': (said) => send('POST', '/v2/catalog/product', said),
  'update-product': ({ productId, ...form }) => send('PUT', `/v2/catalog/product/${productId}`, form),
  'delete-product': ({ productId }) => send('DELETE', `/v2/catalog/product/${productId}`),
  'get-projects': ({ limit = 20, ...said }) => get('/v2/opportunities', { ...said, limit }),
  'get-project-categories': () => get('/v2/opportunity/categories'),
  'get-project-by-id': ({ projectId }) => get(`/v2/opportunity/${projectId}`),
  'create-project': (said) => send('POST', '/v2/opportunity', said),
  'update-project': ({ projectId, ...said }) => send('PUT', `/v2/opportunity/${projectId}`, said),
  'get-tasks': ({ limit = 50, projectId: opportunityId, ...said }) => get('/tasks', { ...said, opportunityId, limit }),
  'create-task': ({ projectId: opportunityId, ...said }) => send('POST', '/task', { ...said, opportunityId }),
  'update-task': ({ taskId, projectId: opportunityId, ...said }) =>
    send('PATCH', `/task/${taskId}`, { ...dated(said), opportunityId }),
  'create-estimate': ({ customerId, ...said }) => send('POST', `/v2/billing/estimate/${customerId}`, said),
  'update-estimate-timeline': ({ estimateId, ...said }) =>
    send('PATCH', `/v2/billing/estimate/${estimateId}/timeline`, dated(said)),
  'sign-estimate': ({ estimateId }) => send('PATCH', `/v2/billing/estimate/${estimateId}/sign`),
  'refuse-estimate': ({ estimateId }) => send('PATCH', `/v2/billing/estimate/${estimateId}/refuse`),
  'create-advance': ({ estimateId, ...said }) => send('POST', `/v2/billing/estimate/${estimateId}/advance`, said),
  'update-advance-timeline': ({ advanceId, ...said }) =>
    send('PATCH', `/v2/billing/advance/${advanceId}/timeline`, dated(said)),
  'create-invoice': ({ customerId, ...said }) => send('POST', `/v2/billing/invoice/${customerId}`, said),
  'create-final-invoice': ({ estimateId }) => send('POST', `/v2/billing/estimate/${estimateId}/final-invoice`),
  'update-invoice-timeline': ({ invoiceId, ...said }) =>
    send('PATCH', `/v2/billing/invoice/${invoiceId}/timeline`, dated(said)),
  'create-invoice-frequency': ({ invoiceId, ...said }) =>
    send('POST', `/v2/billing/invoice/${invoiceId}/frequency`, said),
  'update-invoice-frequency': ({ invoiceId, ...said }) =>
    send('PUT', `/v2/billing/invoice/${invoiceId}/frequency`, said),
  'delete-invoice-frequency': ({ invoiceId }) => send('DELETE', `/v2/billing/invoice/${invoiceId}/frequency`),
  'pause-invoice-frequency': ({ invoiceId }) => send('POST', `/v2/billing/invoice/${invoiceId}/frequency/pause`),
  'resume-invoice-frequency': ({ invoiceId }) => send('POST', `/v2/billing/invoice/${invoiceId}/frequency/resume`),
  'get-billings': ({ limit = 10, rangeFrom, rangeTo, ...said }) =>
    get('/v2/billings', { ...said, limit, range: rangeInSeconds(rangeFrom, rangeTo) }),
  'get-billing-by-id': ({ billingId }) => get(`/v2/billing/${billingId}`),
  'update-billing-title': ({ billingId, ...said }) => send('PATCH', `/v2/billing/${billingId}/title`, said),
  'update-billing-lines': ({ billingId, ...said }) => send('PATCH', `/v2/billing/${billingId}/lines`, said),
  'finalize-billing': ({ billingId }) => send('PATCH', `/v2/billing/${billingId}/finalize`),
  'archive-billing': ({ billingId }) => send('PATCH', `/v2/billing/${billingId}/archive`),
  'unarchive-billing': ({ billingId }) => send('PATCH', `/v2/billing/${billingId}/unarchive`),
  'delete-billing': ({ billingId }) => send('DELETE', `/v2/billing/${billingId}`),
  'mark-paid': ({ invoiceId, ...said }) =>
    send('POST', `/v2/accounting-billing/invoice/${invoiceId}/reconciliate`, datedPayments(said)),
  'mark-advance-paid': ({ advanceId, ...said }) =>
    send('POST', `/v2/accounting-billing/advance/${advanceId}/reconciliate`, datedPayments(said)),
  'mark-unpaid': ({ invoiceId }) => send('POST', `/v2/accounting-billing/invoice/${invoiceId}/mark-as-unpaid`),
  'mark-advance-unpaid': ({ advanceId }) => send('POST', `/v2/accounting-billing/advance/${advanceId}/mark-as-unpaid`),
  'get-online-payments': (said) => get('/v2/billing/online-payments', said),
  'apply-online-payment': ({ onlinePaymentId, ...said }) =>
    send('POST', `/v2/billing/online-payments/${onlinePaymentId}/apply`, said),
  'mark-online-payment-returned': ({ onlinePaymentId, ...said }) =>
    send('POST', `/v2/billing/online-payments/${onlinePaymentId}/give-back`, said),
  'get-payments': ({ billingId }) => get(`/v2/billing/${billingId}/payments`),
  'create-asset': ({ invoiceId }) => send('POST', `/v2/billing/invoice/${invoiceId}/asset`),
  'create-asset-from-advance': ({ advanceId }) => send('POST', `/v2/billing/advance/${advanceId}/asset`),
  'create-free-asset': ({ customerId, references, ...said }) =>
    send('POST', '/v2/billing/asset', {
      ...said,
      ...(references && { references: Array.isArray(references) ? references.map(dated) : references }),
      ...(customerId !== undefined && { billingCustomerId: customerId }),
    }),
  'cancel-invoice': ({ invoiceId, ...said }) => send('POST', `/v2/billing/invoice/${invoiceId}/cancel`, said),
  'get-transmission': ({ billingId }) => get(`/v2/billing/${billingId}/transmission`),
  'send-to-platform': ({ billingId }) => send('POST', `/v2/billing/${billingId}/transmission`),
  'replace-refused-document': ({ billingId }) => send('POST', `/v2/billing/${billingId}/transmission/replacement`),
  'get-supplier-invoices': ({ limit = 10, ...said }) => get('/v2/supplier-invoices', { ...said, limit }),
  'get-supplier-invoice-by-id': ({ supplierInvoiceId }) => get(`/v2/supplier-invoices/${supplierInvoiceId}`),
  'answer-supplier-invoice': ({ supplierInvoiceId, ...said }) =>
    send('POST', `/v2/supplier-invoices/${supplierInvoiceId}/status`, said),
  'get-e-report-periods': (said) => get('/v2/e-reporting/periods', said),
  'get-e-report': ({ kind, ...said }) => get(`/v2/e-reporting/reports/${kind}`, said),
  'transmit-e-report': ({ kind, ...said }) => send('POST', `/v2/e-reporting/reports/${kind}/transmission`, said),
  'get-e-invoicing-readiness': () => get('/v2/e-invoicing/readiness'),
  'get-urssaf-declaration': (said) => get('/v2/books/urssaf', said),
  'get-vat-return': (said) => get('/v2/books/vat', said),
  'get-receipts-totals': (said) => get('/v2/books/receipts/totals', said),
  'get-books-state': (said) => get('/v2/books/state', said),
  'get-result': (said) => get('/v2/books/result', said),
  'get-trial-balance': (said) => get('/v2/books/trial-balance', said),
  'cancel-advance': ({ advanceId, ...said }) => send('POST', `/v2/billing/advance/${advanceId}/cancel`, said),
};

/** The first and the last second of days in Paris, and instants as they are. */
export const seconds: Readonly<Record<string, readonly [number, number]>> = Object.fromEntries(
  [
    ['2026-02-28', '2026-02-28T00:00:00+01:00', '2026-02-28T23:59:59+01:00'],
    ['2026-03-02', '2026-03-02T00:00:00+01:00', '2026-03-02T23:59:59+01:00'],
    // The night the clocks go forward: this day has 23 hours.
    ['2026-03-29', '2026-03-29T00:00:00+01:00', '2026-03-29T23:59:59+02:00'],
    ['2026-12-31', '2026-12-31T00:00:00+01:00', '2026-12-31T23:59:59+01:00'],
    ['2026-03-02T10:00:00+01:00', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z'],
    ['2026-03-02T08:59:59Z', '2026-03-02T08:59:59Z', '2026-03-02T08:59:59Z'],
  ].map(([said, from, to]) => [said, [Date.parse(from as string) / 1000, Date.parse(to as string) / 1000]]),
);

/** Days that the API takes as Unix seconds: the first second of the day in Paris. */
const dated = (said: Said): Said =>
  Object.fromEntries(
    Object.entries(Object(said)).map(([name, value]) => [name, DATES.has(name) ? firstSecond(value) : value]),
  );
const DATES: ReadonlySet<string> = new Set([
  ...['emittedAt', 'customDueDate', 'deliveryDate', 'expiredAt', 'doneAt', 'receivedAt', 'date'],
]);
const firstSecond = (said: unknown): unknown => (typeof said === 'string' ? (seconds[said]?.[0] ?? said) : said);
const datedPayments = ({ payments, ...said }: Said): Said => ({
  ...said,
  payments: Array.isArray(payments) ? payments.map(dated) : payments,
});

function rangeInSeconds(from: string | undefined, to: string | undefined): number[] | undefined {
  if (from === undefined && to === undefined) return undefined;
  const low = from === undefined ? 0 : (seconds[from]?.[0] as number);
  return to === undefined ? [low] : [low, seconds[to]?.[1] as number];
}

const WRAPPED = [
  ...['billing', 'contact', 'organization', 'product', 'payments', 'project', 'task', 'categories'],
  ...['dashboard', 'balance', 'statement', 'next', 'found', 'activity', 'vat', 'currencyRates'],
  ...['transmission', 'supplierInvoice', 'calendar', 'report', 'readiness'],
  ...['declaration', 'vatReturn', 'totals', 'trialBalance', 'result', 'booksState'],
];

/** The answer of a tool in the form of the API: without its wrapper, recognized by shape only. */
export function unwrapped(answer: Said): unknown {
  const { success, total, ...rest } = answer;
  if (success !== true) throw new Error(`no success: ${JSON.stringify(answer)}`);
  if (total === undefined) {
    const [only] = WRAPPED.filter((name) => name in rest);
    // A cursor is specific to its account.
    return only && Object.keys(rest).length === 1 ? asTools(rest[only]) : rest;
  }
  const { page, limit, totalPages, hasNextPage, hasPrevPage, ...list } = rest;
  const [docs] = Object.values(list);
  return { docs, totalDocs: total, limit, page, totalPages, hasNextPage, hasPrevPage };
}

/** The answer of the API, without the parts that tools omit from a list. */
export function asTools(answer: Said | undefined): unknown {
  if (answer && 'creditBefore' in answer) return onVatForm(answer);
  if (!answer || !('docs' in answer)) return answer;
  const { nextPage, prevPage, countWithoutFilters, nextCursor, ...rest } = answer;
  return 'totalDocs' in rest ? rest : { ...rest, docs: rest.docs.flatMap(onDocuments) };
}

/** A VAT return: what to write in the form, and until when. */
function onVatForm({ opensOn, source, kind, creditBefore, leftOut, withoutLine, lines, ...rest }: Said): Said {
  const { unionServices, unionGoods, ...said } = rest;
  const written = lines.flatMap(({ line, label, base, tax }: Said) => {
    const euros = { ...(base && { baseEuros: base.euros }), ...(tax && { taxEuros: tax.euros }) };
    return base?.euros > 0 || tax?.euros > 0 ? [{ line, label: label.fr, ...euros }] : [];
  });
  return { ...said, lines: written };
}

/** The activity of documents: each account has its own keys, and its chain numbers its links. */
const onDocuments = ({ id, ...done }: Said): Said[] =>
  !/^\d+$/.test(id) ? [{ id, ...done }] : done.billingId ? [done] : [];
