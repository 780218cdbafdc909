/** Every path of the interface with its methods, as clients use them. */
const TABLE = `
  POST /contact
  DELETE|GET|PUT /contact/{id}
  GET /contact/by-legacy/{legacyId}
  GET /contacts
  POST /organization
  GET|PUT /organization/{id}
  POST /organization/{id}/contact
  GET /organization/{id}/contacts
  DELETE /organization/{organizationId}
  PATCH /organization/{organizationId}/default-contact
  PUT /organization/contact/{id}
  GET /organizations
  POST /v2/accounting-billing/advance/{advanceId}/reconciliate
  POST /v2/accounting-billing/invoice/{invoiceId}/mark-as-unpaid
  POST /v2/accounting-billing/invoice/{invoiceId}/reconciliate
  PATCH /v2/billing/{billingId}/bank-information
  PATCH /v2/billing/{billingId}/customer
  PATCH /v2/billing/{billingId}/delivery-address
  PATCH /v2/billing/{billingId}/display-settings
  GET /v2/billing/{billingId}/download
  GET /v2/billing/{billingId}/email/{emailType}/render
  POST /v2/billing/{billingId}/email/{emailType}/test
  PATCH /v2/billing/{billingId}/finalize
  PATCH /v2/billing/{billingId}/include-discount-disbursement
  PATCH /v2/billing/{billingId}/lines
  PATCH /v2/billing/{billingId}/sap-products
  POST /v2/billing/{billingId}/send-by-email
  PATCH /v2/billing/{billingId}/theme
  DELETE|GET /v2/billing/{documentId}
  PATCH /v2/billing/{documentId}/archive
  PATCH /v2/billing/{documentId}/title
  PATCH /v2/billing/{documentId}/unarchive
  GET /v2/billing/advance/{advanceId}
  PATCH /v2/billing/advance/{advanceId}/activate-online-payment
  PATCH /v2/billing/advance/{advanceId}/amount
  POST /v2/billing/advance/{advanceId}/asset
  POST /v2/billing/advance/{advanceId}/cancel
  PATCH /v2/billing/advance/{advanceId}/general-informations
  POST /v2/billing/asset
  GET /v2/billing/asset/{assetId}
  PUT /v2/billing/asset/{assetId}/currency
  PATCH /v2/billing/asset/{assetId}/general-informations
  PUT /v2/billing/asset/{assetId}/locale
  PATCH /v2/billing/asset/{assetId}/refund
  PATCH /v2/billing/asset/{assetId}/timeline
  POST /v2/billing/estimate/{customerId}
  PATCH /v2/billing/estimate/{estimateId}/advance-lines
  PUT /v2/billing/estimate/{estimateId}/currency
  POST|DELETE /v2/billing/estimate/{estimateId}/electronic-signature
  POST /v2/billing/estimate/{estimateId}/electronic-signature/remind
  POST /v2/billing/estimate/{estimateId}/final-invoice
  PATCH /v2/billing/estimate/{estimateId}/general-informations
  PUT /v2/billing/estimate/{estimateId}/locale
  PATCH /v2/billing/estimate/{estimateId}/refuse
  PATCH /v2/billing/estimate/{estimateId}/sign
  PATCH /v2/billing/estimate/{estimateId}/timeline
  PATCH /v2/billing/estimate/{estimateId}/unrefuse
  PATCH /v2/billing/estimate/{estimateId}/unsign
  POST /v2/billing/estimate/{id}/advance
  POST /v2/billing/invoice/{customerId}
  GET /v2/billing/invoice/{invoiceId}
  PATCH /v2/billing/invoice/{invoiceId}/activate-online-payment
  POST /v2/billing/invoice/{invoiceId}/asset
  PATCH /v2/billing/invoice/{invoiceId}/bank-information
  POST /v2/billing/invoice/{invoiceId}/cancel
  PUT /v2/billing/invoice/{invoiceId}/currency
  PATCH /v2/billing/invoice/{invoiceId}/delivery-address
  PATCH /v2/billing/invoice/{invoiceId}/display-settings
  PATCH /v2/billing/invoice/{invoiceId}/finalize
  DELETE|POST|PUT /v2/billing/invoice/{invoiceId}/frequency
  PATCH /v2/billing/invoice/{invoiceId}/general-informations
  PATCH /v2/billing/invoice/{invoiceId}/lines
  PUT /v2/billing/invoice/{invoiceId}/locale
  PATCH /v2/billing/invoice/{invoiceId}/payment-request
  PATCH /v2/billing/invoice/{invoiceId}/timeline
  GET /v2/billing/payment-account
  POST /v2/billing/send-test-signature
  GET /v2/billings
  GET /v2/catalog
  POST /v2/catalog/product
  GET|PUT|DELETE /v2/catalog/product/{productId}
  PATCH /v2/company
  GET /v2/company/me
  GET /v2/e-invoicing/platform-choice
  POST /v2/opportunity
  DELETE|GET|PUT /v2/opportunity/{id}
  GET /v2/opportunity/categories
  POST /task
  PATCH|DELETE /task/{id}
  POST /webhook
  DELETE /webhook/{webhookId}
`;

/** `GET /v2/billings` per kind. */
export const apiRoutes: readonly string[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [methods, path] = line.trim().split(' ') as [string, string];
    return methods.split('|').map((method) => `${method} ${path}`);
  });

/** Not offered by this service: such paths answer 404. */
export const notServed: Readonly<Record<string, string>> = {
  'POST /incomeBook': 'the receipts book is made from payments and takings',
  'DELETE /incomeBook/{id}': 'payments and takings are corrected by new entries',
  'POST /v2/purchaseRegister': 'only its name is published; purchases are recorded at /v2/books/purchases',
  'GET /providers': 'only its name is published; suppliers are those of recorded purchases',
  'GET /logs/company/{id}': 'the activity tells it',
};
