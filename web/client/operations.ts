// Written by `npm run generate`: what each operation is asked with, and what it answers.
/** `path` are the names in its address; `query` and `body` are what it is asked with; `answer` is what it says. */
export type Operations = {
  "get-dashboard": {
    query: { year?: number | undefined; vatPeriod?: "month" | "quarter" | "year" | undefined };
    answer: Dashboard;
  };
  "search-everything": {
    query: { search: string; limit?: number | undefined };
    answer: Found;
  };
  "get-activity": {
    query: { limit?: number | undefined; cursor?: string | undefined; test?: boolean | undefined };
    answer: ActivityPage;
  };
  "get-billing-activity": {
    path: { billingId: Id };
    query: { limit?: number | undefined; cursor?: string | undefined };
    answer: ActivityPage;
  };
  "get-me": {
    answer: Me;
  };
  "get-usage": {
    answer: Usage;
  };
  "update-company": {
    body?: CompanyForm;
    answer: Me;
  };
  "create-api-key": {
    body: ApiKeyForm;
    answer: NewApiKey;
  };
  "list-api-keys": {
    query: { page?: number | undefined; limit?: number | undefined; cursor?: string | undefined };
    answer: ApiKeyPage;
  };
  "rotate-api-key": {
    path: { apiKeyId: Id };
    body?: RotateApiKeyBody;
    answer: NewApiKey;
  };
  "revoke-api-key": {
    path: { apiKeyId: Id };
    answer: undefined;
  };
  "list-people": {
    answer: ListPeopleAnswer;
  };
  "change-role": {
    path: { personId: Id };
    body: ChangeRoleBody;
    answer: PersonOfAccount;
  };
  "remove-person": {
    path: { personId: Id };
    answer: undefined;
  };
  "invite-person": {
    body: InvitePersonBody;
    answer: NewInvitation;
  };
  "list-invitations": {
    answer: ListInvitationsAnswer;
  };
  "revoke-invitation": {
    path: { invitationId: Id };
    answer: undefined;
  };
  "create-contact": {
    body: ContactForm;
    answer: Contact;
  };
  "get-contact": {
    path: { contactId: Id };
    answer: Contact;
  };
  "update-contact": {
    path: { contactId: Id };
    body: ContactForm;
    answer: Contact;
  };
  "delete-contact": {
    path: { contactId: Id };
    answer: undefined;
  };
  "archive-contact": {
    path: { contactId: Id };
    answer: Contact;
  };
  "unarchive-contact": {
    path: { contactId: Id };
    answer: Contact;
  };
  "list-contacts": {
    query: { page?: number | undefined; limit?: number | undefined; search?: string | undefined; orderBy?: "name" | "createdAt" | undefined; orderDirection?: "ASC" | "DESC" | undefined; archived?: boolean | undefined; test?: boolean | undefined; countWithoutFilters?: boolean | undefined; cursor?: string | undefined };
    answer: ContactListItemPage;
  };
  "create-organization": {
    body: OrganizationForm;
    answer: Organization;
  };
  "get-organization": {
    path: { organizationId: Id };
    answer: Organization;
  };
  "update-organization": {
    path: { organizationId: Id };
    body: OrganizationForm;
    answer: Organization;
  };
  "delete-organization": {
    path: { organizationId: Id };
    answer: Record<string, unknown>;
  };
  "archive-organization": {
    path: { organizationId: Id };
    answer: Organization;
  };
  "unarchive-organization": {
    path: { organizationId: Id };
    answer: Organization;
  };
  "list-organizations": {
    query: { page?: number | undefined; limit?: number | undefined; search?: string | undefined; orderBy?: "name" | "createdAt" | undefined; orderDirection?: "ASC" | "DESC" | undefined; archived?: boolean | undefined; test?: boolean | undefined; countWithoutFilters?: boolean | undefined; cursor?: string | undefined };
    answer: OrganizationPage;
  };
  "list-organization-contacts": {
    path: { organizationId: Id };
    answer: readonly ContactListItem[];
  };
  "create-organization-contact": {
    path: { organizationId: Id };
    body: OrganizationContactForm;
    answer: Contact;
  };
  "update-organization-contact": {
    path: { contactId: Id };
    body: OrganizationContactForm;
    answer: Contact;
  };
  "set-default-contact": {
    path: { organizationId: Id };
    body: SetDefaultContactBody;
    answer: Organization;
  };
  "get-customer-balance": {
    path: { customerId: Id };
    answer: CustomerBalance;
  };
  "import-customers": {
    query: { dryRun?: boolean | undefined; skipBad?: boolean | undefined; updateExisting?: boolean | undefined; separator?: ";" | "," | "\t" | "|" | undefined; encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | undefined };
    body: ImportForm;
    answer: ImportReport;
  };
  "export-customers": {
    query: { format?: "excel-fr" | "plain" | undefined; after?: string | undefined; archived?: boolean | undefined };
    answer: Blob;
  };
  "get-products": {
    query: { page?: number | undefined; limit?: number | undefined; search?: string | undefined; orderBy?: "designation" | "reference" | "unitPrice" | "createdAt" | undefined; orderDirection?: "ASC" | "DESC" | undefined; sapCompatible?: boolean | undefined; countWithoutFilters?: boolean | undefined; cursor?: string | undefined };
    answer: ProductPage;
  };
  "get-product-by-id": {
    path: { productId: Id };
    answer: Product;
  };
  "update-product": {
    path: { productId: Id };
    body: ProductForm;
    answer: Product;
  };
  "delete-product": {
    path: { productId: Id };
    answer: undefined;
  };
  "create-product": {
    body: ProductForm;
    answer: Product;
  };
  "import-products": {
    query: { dryRun?: boolean | undefined; skipBad?: boolean | undefined; updateExisting?: boolean | undefined; separator?: ";" | "," | "\t" | "|" | undefined; encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | undefined };
    body: ImportForm;
    answer: ImportReport;
  };
  "export-products": {
    query: { format?: "excel-fr" | "plain" | undefined; after?: string | undefined };
    answer: Blob;
  };
  "get-projects": {
    query: { page?: number | undefined; limit?: number | undefined; search?: string | undefined; categoryId?: Id | undefined; customerId?: Id | undefined; isDone?: boolean | undefined; isLost?: boolean | undefined; test?: boolean | undefined; orderBy?: "rank" | "createdAt" | "dueDate" | "amount" | "name" | undefined; orderDirection?: "ASC" | "DESC" | undefined; countWithoutFilters?: boolean | undefined; cursor?: string | undefined };
    answer: OpportunityPage;
  };
  "get-project-categories": {
    answer: readonly OpportunityCategory[];
  };
  "create-project": {
    body: OpportunityForm;
    answer: Opportunity;
  };
  "get-project-by-id": {
    path: { opportunityId: Id };
    answer: Opportunity;
  };
  "update-project": {
    path: { opportunityId: Id };
    body?: OpportunityChange;
    answer: Opportunity;
  };
  "delete-project": {
    path: { opportunityId: Id };
    answer: undefined;
  };
  "create-project-category": {
    body: OpportunityCategoryForm;
    answer: OpportunityCategory;
  };
  "update-project-category": {
    path: { categoryId: Id };
    body?: OpportunityCategoryChange;
    answer: OpportunityCategory;
  };
  "delete-project-category": {
    path: { categoryId: Id };
    answer: undefined;
  };
  "get-tasks": {
    query: { page?: number | undefined; limit?: number | undefined; search?: string | undefined; opportunityId?: Id | undefined; customerId?: Id | undefined; isDone?: boolean | undefined; priority?: readonly TaskPriorityInput[] | undefined; test?: boolean | undefined; orderBy?: "rank" | "dueDate" | "createdAt" | "priority" | undefined; orderDirection?: "ASC" | "DESC" | undefined; countWithoutFilters?: boolean | undefined; cursor?: string | undefined };
    answer: TaskPage;
  };
  "create-task": {
    body: TaskForm;
    answer: Task;
  };
  "get-task": {
    path: { taskId: Id };
    answer: Task;
  };
  "update-task": {
    path: { taskId: Id };
    body?: TaskChange;
    answer: Task;
  };
  "delete-task": {
    path: { taskId: Id };
    answer: undefined;
  };
  "bill-task": {
    path: { taskId: Id };
    body: BillTaskBody;
    answer: Task;
  };
  "create-estimate": {
    path: { customerOrEstimateId: Id };
    body?: CreateEstimateBody;
    answer: Estimate;
  };
  "get-estimate": {
    path: { customerOrEstimateId: Id };
    answer: Estimate;
  };
  "update-estimate-timeline": {
    path: { estimateId: Id };
    body: EstimateTimeline;
    answer: Estimate;
  };
  "update-estimate-general-informations": {
    path: { estimateId: Id };
    body?: EstimateGeneralInformations;
    answer: Estimate;
  };
  "update-estimate-locale": {
    path: { estimateId: Id };
    body: UpdateEstimateLocaleBody;
    answer: Estimate;
  };
  "update-estimate-currency": {
    path: { estimateId: Id };
    body: UpdateEstimateCurrencyBody;
    answer: Estimate;
  };
  "update-estimate-advance-lines": {
    path: { estimateId: Id };
    body: UpdateEstimateAdvanceLinesBody;
    answer: Estimate;
  };
  "sign-estimate": {
    path: { estimateId: Id };
    answer: Estimate;
  };
  "unsign-estimate": {
    path: { estimateId: Id };
    answer: Estimate;
  };
  "refuse-estimate": {
    path: { estimateId: Id };
    answer: Estimate;
  };
  "unrefuse-estimate": {
    path: { estimateId: Id };
    answer: Estimate;
  };
  "ask-for-electronic-signature": {
    path: { estimateId: Id };
    body?: AskForElectronicSignatureBody;
    answer: Estimate;
  };
  "cancel-electronic-signature": {
    path: { estimateId: Id };
    answer: Estimate;
  };
  "remind-of-electronic-signature": {
    path: { estimateId: Id };
    answer: Estimate;
  };
  "create-advance": {
    path: { estimateId: Id };
    body?: CreateAdvanceBody;
    answer: Advance;
  };
  "get-advance": {
    path: { advanceId: Id };
    answer: Advance;
  };
  "update-advance-amount": {
    path: { advanceId: Id };
    body: UpdateAdvanceAmountBody;
    answer: Advance;
  };
  "update-advance-timeline": {
    path: { advanceId: Id };
    body: Timeline;
    answer: Advance;
  };
  "update-advance-general-informations": {
    path: { advanceId: Id };
    body?: AdvanceGeneralInformations;
    answer: Advance;
  };
  "create-invoice": {
    path: { customerOrInvoiceId: Id };
    body?: CreateInvoiceBody;
    answer: Invoice;
  };
  "get-invoice": {
    path: { customerOrInvoiceId: Id };
    answer: Invoice;
  };
  "create-final-invoice": {
    path: { estimateId: Id };
    answer: Invoice;
  };
  "update-invoice-timeline": {
    path: { invoiceId: Id };
    body: Timeline;
    answer: Invoice;
  };
  "update-invoice-general-informations": {
    path: { invoiceId: Id };
    body?: BillGeneralInformations;
    answer: Invoice;
  };
  "update-invoice-locale": {
    path: { invoiceId: Id };
    body: UpdateInvoiceLocaleBody;
    answer: Invoice;
  };
  "update-invoice-currency": {
    path: { invoiceId: Id };
    body: UpdateInvoiceCurrencyBody;
    answer: Invoice;
  };
  "update-invoice-payment-request": {
    path: { invoiceId: Id };
    body: UpdateInvoicePaymentRequestBody;
    answer: Invoice;
  };
  "create-invoice-frequency": {
    path: { invoiceId: Id };
    body: CreateInvoiceFrequencyBody;
    answer: Invoice;
  };
  "update-invoice-frequency": {
    path: { invoiceId: Id };
    body: UpdateInvoiceFrequencyBody;
    answer: Invoice;
  };
  "delete-invoice-frequency": {
    path: { invoiceId: Id };
    answer: Invoice;
  };
  "get-billings": {
    query: { page?: number | undefined; limit?: number | undefined; test?: boolean | undefined; search?: string | undefined; state?: readonly BillingStateInput[] | undefined; type?: readonly BillingTypeInput[] | undefined; situation?: readonly ("draft" | "final" | "sent" | "part" | "paid" | "late" | "waiting" | "expiring" | "expired" | "signed" | "refused" | "canceled" | "refunded")[] | undefined; late?: boolean | undefined; unpaid?: boolean | undefined; toBill?: boolean | undefined; customerId?: Id | undefined; organizationId?: Id | undefined; opportunityId?: Id | undefined; archived?: boolean | undefined; currency?: CurrencyCode | undefined; amountFrom?: number | undefined; amountTo?: number | undefined; range?: readonly (number | string)[] | undefined; rangeType?: "emittedAt" | "dueAt" | "finalizedAt" | "createdAt" | "paidAt" | "expiredAt" | "signedAt" | "refusedAt" | "refundAt" | undefined; onlyReminderActive?: boolean | undefined; onlyOnlineSignature?: boolean | undefined; onlyOnlinePayment?: boolean | undefined; tiersPrestationIsActivatedForThisBilling?: boolean | undefined; countWithoutFilters?: boolean | undefined; orderBy?: "emittedAt" | "dueAt" | "number" | "amount" | "customer" | undefined; orderDirection?: "ASC" | "DESC" | undefined; cursor?: string | undefined };
    answer: BillingInListPage;
  };
  "get-billings-totals": {
    query: { test?: boolean | undefined; search?: string | undefined; state?: readonly BillingStateInput[] | undefined; type?: readonly BillingTypeInput[] | undefined; situation?: readonly ("draft" | "final" | "sent" | "part" | "paid" | "late" | "waiting" | "expiring" | "expired" | "signed" | "refused" | "canceled" | "refunded")[] | undefined; late?: boolean | undefined; unpaid?: boolean | undefined; toBill?: boolean | undefined; customerId?: Id | undefined; organizationId?: Id | undefined; opportunityId?: Id | undefined; archived?: boolean | undefined; currency?: CurrencyCode | undefined; amountFrom?: number | undefined; amountTo?: number | undefined; range?: readonly (number | string)[] | undefined; rangeType?: "emittedAt" | "dueAt" | "finalizedAt" | "createdAt" | "paidAt" | "expiredAt" | "signedAt" | "refusedAt" | "refundAt" | undefined; onlyReminderActive?: boolean | undefined; onlyOnlineSignature?: boolean | undefined; onlyOnlinePayment?: boolean | undefined; tiersPrestationIsActivatedForThisBilling?: boolean | undefined; booked?: boolean | undefined };
    answer: BillingTotals;
  };
  "get-next-number": {
    query: { type: BillingTypeInput; date?: string | undefined };
    answer: NextNumber;
  };
  "get-billing-by-id": {
    path: { billingId: Id };
    answer: Billing;
  };
  "delete-billing": {
    path: { billingId: Id };
    answer: undefined;
  };
  "get-billing-family": {
    path: { billingId: Id };
    answer: readonly FamilyMember[];
  };
  "update-billing-title": {
    path: { billingId: Id };
    body: UpdateBillingTitleBody;
    answer: Billing;
  };
  "update-billing-lines": {
    path: { billingId: Id };
    body: UpdateBillingLinesBody;
    answer: LinedBilling;
  };
  "update-billing-customer": {
    path: { billingId: Id };
    body: UpdateBillingCustomerBody;
    answer: Billing;
  };
  "update-billing-opportunity": {
    path: { billingId: Id };
    body: UpdateBillingOpportunityBody;
    answer: Billing;
  };
  "update-billing-display-settings": {
    path: { billingId: Id };
    body: DisplaySettingsInput;
    answer: Billing;
  };
  "update-billing-bank-information": {
    path: { billingId: Id };
    body: UpdateBillingBankInformationBody;
    answer: Billing;
  };
  "update-billing-delivery-address": {
    path: { billingId: Id };
    body: UpdateBillingDeliveryAddressBody;
    answer: Billing;
  };
  "update-billing-include-discount-disbursement": {
    path: { billingId: Id };
    body?: UpdateBillingIncludeDiscountDisbursementBody;
    answer: LinedBilling;
  };
  "update-billing-sap-products": {
    path: { billingId: Id };
    body: UpdateBillingSapProductsBody;
    answer: Invoice;
  };
  "update-billing-theme": {
    path: { billingId: Id };
    body: UpdateBillingThemeBody;
    answer: Billing;
  };
  "finalize-billing": {
    path: { billingId: Id };
    answer: Billing;
  };
  "archive-billing": {
    path: { billingId: Id };
    answer: Billing;
  };
  "unarchive-billing": {
    path: { billingId: Id };
    answer: Billing;
  };
  "duplicate-billing": {
    path: { billingId: Id };
    answer: Billing;
  };
  "download-billing": {
    path: { billingId: Id };
    query: { locale?: BillingLocale | undefined; format?: "pdf" | "facturx" | "cii" | "ubl" | undefined };
    answer: Blob;
  };
  "preview-billing": {
    path: { billingId: Id };
    query: { locale?: BillingLocale | undefined };
    answer: Blob;
  };
  "attach-file": {
    path: { billingId: Id };
    body: AttachFileBody;
    answer: File;
  };
  "list-attachments": {
    path: { billingId: Id };
    answer: readonly File[];
  };
  "get-attachment": {
    path: { billingId: Id; fileId: Id };
    answer: Blob;
  };
  "detach-file": {
    path: { billingId: Id; fileId: Id };
    answer: undefined;
  };
  "list-themes": {
    answer: ListThemesAnswer;
  };
  "get-theme": {
    path: { themeId: ThemeId };
    answer: Theme;
  };
  "update-theme": {
    path: { themeId: ThemeId };
    body?: ThemeChange;
    answer: Theme;
  };
  "delete-theme": {
    path: { themeId: ThemeId };
    answer: undefined;
  };
  "create-theme": {
    body: ThemeForm;
    answer: Theme;
  };
  "duplicate-theme": {
    path: { themeId: ThemeId };
    body?: DuplicateThemeBody;
    answer: Theme;
  };
  "update-theme-assignments": {
    body?: ThemeAssignmentsForm;
    answer: ThemeAssignments;
  };
  "render-billing-email": {
    path: { billingId: Id; emailType: "invoice_simple" | "invoice_reminder" | "invoice_recurring" | "estimate_simple" };
    query: { locale?: BillingLocale | undefined };
    answer: RenderedMail;
  };
  "send-billing-email-test": {
    path: { billingId: Id; emailType: "invoice_simple" | "invoice_reminder" | "invoice_recurring" | "estimate_simple" };
    answer: undefined;
  };
  "send-billing-by-email": {
    path: { billingId: Id };
    body: SendBillingByEmailBody;
    answer: undefined;
  };
  "send-test-email-signature": {
    body?: SendTestEmailSignatureBody;
    answer: undefined;
  };
  "get-billing-emails": {
    path: { billingId: Id };
    query: { page?: number | undefined; limit?: number | undefined };
    answer: MailPage;
  };
  "get-mailbox": {
    query: { page?: number | undefined; limit?: number | undefined };
    answer: KeptMailPage;
  };
  "get-mailbox-mail": {
    path: { mailId: Id };
    answer: KeptMailWithText;
  };
  "get-mailbox-file": {
    path: { mailId: Id; fileId: string };
    answer: Blob;
  };
  "mark-paid": {
    path: { invoiceId: Id };
    body: MarkPaidBody;
    answer: Invoice;
  };
  "mark-advance-paid": {
    path: { advanceId: Id };
    body: MarkAdvancePaidBody;
    answer: Advance;
  };
  "mark-unpaid": {
    path: { invoiceId: Id };
    answer: Invoice;
  };
  "mark-advance-unpaid": {
    path: { advanceId: Id };
    answer: Advance;
  };
  "get-billing-payments": {
    path: { billingId: Id };
    answer: readonly Payment[];
  };
  "get-payments-of-account": {
    query: { page?: number | undefined; limit?: number | undefined; test?: boolean | undefined; search?: string | undefined; from?: string | undefined; to?: string | undefined; method?: readonly PaymentMethodInput[] | undefined; customerId?: Id | undefined; currency?: CurrencyCode | undefined; orderDirection?: "ASC" | "DESC" | undefined; cursor?: string | undefined };
    answer: ListedPaymentPage;
  };
  "get-payments-totals": {
    query: { test?: boolean | undefined; search?: string | undefined; from?: string | undefined; to?: string | undefined; method?: readonly PaymentMethodInput[] | undefined; customerId?: Id | undefined; currency?: CurrencyCode | undefined };
    answer: PaymentTotals;
  };
  "activate-invoice-online-payment": {
    path: { invoiceId: Id };
    answer: Invoice;
  };
  "activate-advance-online-payment": {
    path: { advanceId: Id };
    answer: Advance;
  };
  "get-payment-account": {
    answer: PaymentAccount;
  };
  "list-closures": {
    query: { page?: number | undefined; limit?: number | undefined; kind?: "day" | "month" | "year" | undefined; from?: string | undefined; to?: string | undefined; cursor?: string | undefined };
    answer: ClosurePage;
  };
  "make-closures": {
    answer: MakeClosuresAnswer;
  };
  "get-closure": {
    path: { closureId: Id };
    answer: Closure;
  };
  "list-event-types": {
    query: { language?: "fr" | "en" | undefined; type?: readonly EventType[] | undefined };
    answer: ListEventTypesAnswer;
  };
  "list-events": {
    query: { type?: readonly EventType[] | undefined; after?: string | undefined; limit?: number | undefined; orderDirection?: "ASC" | "DESC" | undefined; test?: boolean | undefined };
    answer: ListEventsAnswer;
  };
  "create-asset": {
    path: { invoiceId: Id };
    answer: Asset;
  };
  "create-asset-from-advance": {
    path: { advanceId: Id };
    answer: Asset;
  };
  "create-free-asset": {
    body?: CreateFreeAssetBody;
    answer: Asset;
  };
  "get-asset": {
    path: { assetId: Id };
    answer: Asset;
  };
  "update-asset-timeline": {
    path: { assetId: Id };
    body: Timeline;
    answer: Asset;
  };
  "update-asset-general-informations": {
    path: { assetId: Id };
    body?: DocumentGeneralInformations;
    answer: Asset;
  };
  "update-asset-locale": {
    path: { assetId: Id };
    body: UpdateAssetLocaleBody;
    answer: Asset;
  };
  "update-asset-currency": {
    path: { assetId: Id };
    body: UpdateAssetCurrencyBody;
    answer: Asset;
  };
  "update-asset-references": {
    path: { assetId: Id };
    body: UpdateAssetReferencesBody;
    answer: Asset;
  };
  "refund-asset": {
    path: { assetId: Id };
    body: RefundAssetBody;
    answer: Asset;
  };
  "cancel-invoice": {
    path: { invoiceId: Id };
    body?: CancelInvoiceBody;
    answer: Invoice;
  };
  "cancel-advance": {
    path: { advanceId: Id };
    body?: CancelAdvanceBody;
    answer: Advance;
  };
  "create-webhook": {
    body: WebhookForm;
    answer: MadeWebhook;
  };
  "list-webhooks": {
    query: { page?: number | undefined; limit?: number | undefined; url?: string | undefined; cursor?: string | undefined };
    answer: WebhookPage;
  };
  "get-webhook": {
    path: { webhookId: Id };
    answer: Webhook;
  };
  "update-webhook": {
    path: { webhookId: Id };
    body?: WebhookChange;
    answer: Webhook;
  };
  "delete-webhook": {
    path: { webhookId: Id };
    answer: undefined;
  };
  "rotate-webhook-secret": {
    path: { webhookId: Id };
    answer: WebhookWithSecret;
  };
  "test-webhook": {
    path: { webhookId: Id };
    answer: TestWebhookAnswer;
  };
  "list-webhook-attempts": {
    path: { webhookId: Id };
    query: { page?: number | undefined; limit?: number | undefined; eventId?: Id | undefined; cursor?: string | undefined };
    answer: WebhookAttemptPage;
  };
  "replay-webhook": {
    path: { webhookId: Id };
    body?: ReplayWebhookBody;
    answer: ReplayWebhookAnswer;
  };
};

// What they are made of.
export type Activity = { readonly id: string; readonly type: "created" | "finalized" | "paid" | "payment_reversed" | "canceled" | "signed" | "unsigned" | "refused" | "unrefused" | "refunded" | "sent" | "archived" | "unarchived" | "settings_changed" | "key_created" | "key_revoked" | "closed" | "archive_made"; readonly at: number; readonly actor?: ActivityActor | undefined; readonly billingId?: string | undefined; readonly billingType?: BillingType | undefined; readonly number?: string | undefined; readonly customerName?: string | undefined; readonly amount?: number | undefined; readonly currency?: CurrencyCode | undefined; readonly mails?: readonly ActivityMail[] | undefined };
export type ActivityActor = { readonly kind: "person" | "key" | "other"; readonly id?: string | undefined; readonly name?: string | undefined };
export type ActivityMail = { readonly id: string; readonly state: "waiting" | "sent" | "given_up" | "kept"; readonly attempts: number; readonly recipients: readonly string[] };
export type ActivityPage = { readonly docs: readonly Activity[]; readonly nextCursor?: string | undefined };
export type Address = { readonly line1: string; readonly line2?: string | undefined; readonly city: string; readonly zipCode: string; readonly country: Country };
export type AddressInput = { readonly line1: string; readonly line2?: string | null | undefined; readonly city: string; readonly zipCode: string; readonly country: Country };
export type Advance = AdvanceEmbedded & { readonly parent?: Estimate | undefined };
export type AdvanceEmbedded = { readonly id: string; readonly number?: string | undefined; readonly title?: string | undefined; readonly type: "advance"; readonly state: BillingState; readonly customer: Customer; readonly locale: BillingLocale; readonly emittedAt: number; readonly archivedAt?: number | undefined; readonly opportunity?: OpportunityOfDocument | undefined; readonly locked: boolean; readonly finalizable: boolean; readonly test: boolean; readonly isEditable: boolean; readonly currencyCode: CurrencyCode; readonly currency: Currency; readonly lastDownloadAt?: number | undefined; readonly attachments: readonly File[]; readonly finalizeRequirements: readonly FinalizeRequirement[]; readonly warnings: readonly Warning[]; readonly emitter: Emitter; readonly bankInformation?: BankInformation | undefined; readonly billingLegals: BillingLegals; readonly createdAt: number; readonly updatedAt: number; readonly deliveryDate?: number | undefined; readonly compatibilityVersion: "V1" | "V2" | "V3"; readonly isDeletable: boolean; readonly displayDeliveryAddress: boolean; readonly finalizedAt?: number | undefined; readonly lastSendByEmailAt?: number | undefined; readonly customerOrderNumber?: string | undefined; readonly themeId?: string | undefined; readonly paymentDelay: PaymentDelay; readonly dueAt?: number | undefined; readonly displaySettings: DisplaySettings; readonly discount?: Discount | undefined; readonly paidAt?: number | undefined; readonly lastReminderSentAt?: number | undefined; readonly isReminderActivated: boolean; readonly designation: string; readonly isOnlinePaymentActivated: boolean; readonly description?: string | undefined; readonly total: Total; readonly advanceMode: "AMOUNT" | "PERCENTAGE"; readonly advancePercentage: number; readonly advanceAmount: number; readonly reminder?: Reminder | undefined; readonly latePenalty?: LatePenalty | undefined; readonly lumpSumCompensation?: LumpSumCompensation | undefined; readonly discountAdvancePayment: DiscountAdvancePayment | null; readonly hasAssociatedTransaction: boolean; readonly includeDisbursement: boolean; readonly canceledAt?: number | undefined; readonly assets?: readonly AssetOfDocument[] | undefined };
export type AdvanceEstimateLines = { readonly advances: readonly AdvanceItem[]; readonly totals: AdvanceEstimateTotals; readonly convertedTotals: AdvanceEstimateTotals };
export type AdvanceEstimateTotals = { readonly totalAmountWithoutTax: number; readonly totalAmountWithTax: number; readonly remainingTotalAmountWithoutTax: number; readonly remainingTotalAmountWithTax: number };
export type AdvanceGeneralInformations = { readonly headerNote?: string | undefined; readonly footerNote?: string | undefined; readonly generalTermsAndConditionsOfSale?: string | undefined; readonly mentionMediator?: string | undefined; readonly paymentMethods?: readonly PaymentMethodInput[] | undefined; readonly otherPaymentMethod?: string | undefined; readonly vatMention?: VatMentionInput | undefined; readonly latePenalty?: LatePenaltyInput | null | undefined; readonly lumpSumCompensation?: LumpSumCompensationInput | null | undefined; readonly discountAdvancePayment?: DiscountAdvancePaymentInput | null | undefined; readonly customerOrderNumber?: string | null | undefined; readonly isOnlinePaymentActivated?: boolean | undefined; readonly reminder?: ReminderInput | undefined; readonly designation?: string | undefined; readonly description?: string | null | undefined };
export type AdvanceItem = { readonly value: number; readonly mode: "AMOUNT" | "PERCENTAGE"; readonly paymentCondition?: "SIGNATURE" | "ORDER" | "OTHER" | undefined; readonly customPaymentCondition?: string | null | undefined };
export type AdvanceItemInput = { readonly value: number; readonly mode: "AMOUNT" | "PERCENTAGE"; readonly paymentCondition?: "SIGNATURE" | "ORDER" | "OTHER" | undefined; readonly customPaymentCondition?: string | null | undefined };
export type ApiKey = { readonly id: string; readonly name: string; readonly scopes: readonly Scope[]; readonly test: boolean; readonly createdAt: number; readonly expiresAt?: number | undefined; readonly revokedAt?: number | undefined; readonly lastUsedAt?: number | undefined; readonly replacedBy?: string | undefined };
export type ApiKeyForm = { readonly name: string; readonly scopes?: readonly Scope[] | undefined; readonly test?: boolean | undefined; readonly expiresAt?: Timestamp | null | undefined; readonly expiresIn?: number | null | undefined };
export type ApiKeyPage = Page & { readonly docs: readonly ApiKey[] };
export type AskForElectronicSignatureBody = { readonly emails?: readonly Email[] | undefined; readonly message?: string | undefined; readonly withCode?: boolean | undefined };
export type Asset = AssetEmbedded & { readonly parent?: InvoiceEmbedded | AdvanceEmbedded | undefined; readonly advances?: readonly AdvanceEmbedded[] | undefined };
export type AssetEmbedded = { readonly id: string; readonly number?: string | undefined; readonly title?: string | undefined; readonly type: "asset"; readonly state: BillingState; readonly customer: Customer; readonly locale: BillingLocale; readonly emittedAt: number; readonly archivedAt?: number | undefined; readonly opportunity?: OpportunityOfDocument | undefined; readonly locked: boolean; readonly finalizable: boolean; readonly test: boolean; readonly isEditable: boolean; readonly currencyCode: CurrencyCode; readonly currency: Currency; readonly lastDownloadAt?: number | undefined; readonly attachments: readonly File[]; readonly finalizeRequirements: readonly FinalizeRequirement[]; readonly warnings: readonly Warning[]; readonly emitter: Emitter; readonly bankInformation?: BankInformation | undefined; readonly billingLegals: BillingLegals; readonly createdAt: number; readonly updatedAt: number; readonly deliveryDate?: number | undefined; readonly compatibilityVersion: "V1" | "V2" | "V3"; readonly isDeletable: boolean; readonly displayDeliveryAddress: boolean; readonly finalizedAt?: number | undefined; readonly lastSendByEmailAt?: number | undefined; readonly customerOrderNumber?: string | undefined; readonly themeId?: string | undefined; readonly paymentDelay: PaymentDelay; readonly dueAt?: number | undefined; readonly displaySettings: DisplaySettings; readonly discount?: Discount | undefined; readonly lines: readonly Line[]; readonly total: InvoiceTotal; readonly refundAt?: number | undefined; readonly latePenalty: LatePenalty | null; readonly lumpSumCompensation: LumpSumCompensation | null; readonly discountAdvancePayment: DiscountAdvancePayment | null; readonly includeDiscountDisbursement: boolean; readonly references?: readonly CorrectedInvoice[] | undefined };
export type AssetOfDocument = { readonly id: string; readonly number: string; readonly amountWithTax: number };
export type AttachFileBody = { readonly name: string; readonly content: string };
export type BankInformation = { readonly bic: string; readonly iban: string; readonly holder: string };
export type BankInformationInput = { readonly bic: string; readonly iban: string; readonly holder: string };
export type BillGeneralInformations = { readonly headerNote?: string | undefined; readonly footerNote?: string | undefined; readonly generalTermsAndConditionsOfSale?: string | undefined; readonly mentionMediator?: string | undefined; readonly paymentMethods?: readonly PaymentMethodInput[] | undefined; readonly otherPaymentMethod?: string | undefined; readonly vatMention?: VatMentionInput | undefined; readonly latePenalty?: LatePenaltyInput | null | undefined; readonly lumpSumCompensation?: LumpSumCompensationInput | null | undefined; readonly discountAdvancePayment?: DiscountAdvancePaymentInput | null | undefined; readonly customerOrderNumber?: string | null | undefined; readonly isOnlinePaymentActivated?: boolean | undefined; readonly reminder?: ReminderInput | undefined };
export type BillTaskBody = { readonly billingId: Id; readonly productId?: string | undefined; readonly unitPrice?: number | undefined; readonly vatCode?: VatCode | null | undefined; readonly description?: string | null | undefined; readonly reference?: string | null | undefined; readonly discount?: DiscountInput | null | undefined; readonly type?: ProductTypeInput | null | undefined; readonly quantity?: number | undefined };
export type BilledInPeriod = { readonly count: number; readonly net: number; readonly vat: number; readonly total: number };
export type Billing = Estimate | Invoice | Advance | Asset;
export type BillingInList = EstimateEmbedded | InvoiceEmbedded | AdvanceEmbedded | AssetEmbedded;
export type BillingInListPage = Page & { readonly docs: readonly BillingInList[] };
export type BillingLegals = { readonly headerNote?: string | undefined; readonly footerNote?: string | undefined; readonly generalTermsAndConditionsOfSale?: string | undefined; readonly mentionMediator?: string | undefined; readonly vatMention: VatMention; readonly paymentMethods: readonly PaymentMethod[]; readonly otherPaymentMethod?: string | undefined };
export type BillingLocale = "fr" | "en" | "de" | "it" | "nl" | "pt" | "es";
export type BillingState = "draft" | "finalized" | "signed" | "refused" | "paid";
export type BillingStateInput = "draft" | "finalized" | "signed" | "refused" | "paid";
export type BillingTotals = { readonly totalDocs: number; readonly currencies: readonly BillingTotalsOfCurrency[] };
export type BillingTotalsOfCurrency = { readonly currency: CurrencyCode; readonly count: number; readonly withoutTax: number; readonly vatAmount: number; readonly withTax: number; readonly remainingToPay: number; readonly remainingToBill: number; readonly turnover?: number | undefined; readonly vatDue?: number | undefined; readonly refunded?: number | undefined; readonly vatRefunded?: number | undefined };
export type BillingType = "estimate" | "invoice" | "asset" | "advance" | "purchase_order";
export type BillingTypeInput = "estimate" | "invoice" | "asset" | "advance" | "purchase_order";
export type CancelAdvanceBody = { readonly wantArchiveAfterCancellation?: boolean | undefined };
export type CancelInvoiceBody = { readonly wantArchiveAfterCancellation?: boolean | undefined };
export type CatalogType = "GOODS_SALE" | "SERVICE_DELIVERY" | "COMMERCIAL_OR_CRAFT_SERVICES" | "MANUFACTURED_GOODS_SALE" | "DISBURSEMENT";
export type CatalogUnit = "GRAM" | "HOUR" | "DAY" | "MONTH" | "KG" | "KM" | "L" | "BATCH" | "M" | "M2" | "M3" | "LINEAR_METER" | "PERSON" | "UNIT" | "T" | "WORD" | "PAGE" | "LEAFLET" | "PARAGRAPH" | "ARTICLE" | "LICENSE" | "WEEK" | "FIXED_RATE" | "YEAR" | "CHARACTER" | "LINE" | "MIN" | "OVERNIGHT_STAY";
export type ChangeRoleBody = { readonly role: "owner" | "member" | "accountant" };
export type ClientAddress = { readonly address: string | null; readonly complement?: string | null | undefined; readonly city: string | null; readonly zipCode: string | null; readonly state?: string | null | undefined; readonly country: Country };
export type ClientAddressForm = { readonly address: string | null; readonly complement?: string | null | undefined; readonly city: string | null; readonly zipCode: string | null; readonly state?: string | null | undefined; readonly country: Country };
export type Closure = { readonly id: string; readonly test: boolean; readonly kind: "day" | "month" | "year"; readonly period: string; readonly startsOn: string; readonly endsAt: number; readonly zone: string; readonly n: number; readonly firstSeq: number; readonly lastSeq: number; readonly previous?: string | undefined; readonly figures: Record<string, FiguresOfPeriod>; readonly yearToDate: Record<string, RunningTotal>; readonly perpetual: Record<string, RunningTotal>; readonly madeAt: number; readonly sha256: string };
export type ClosurePage = Page & { readonly docs: readonly Closure[] };
export type CompanyAddressForm = { readonly line1: string; readonly line2?: string | null | undefined; readonly city: string; readonly zipCode: string; readonly country: Country };
export type CompanyForm = { readonly name?: string | undefined; readonly fullName?: string | null | undefined; readonly commercialName?: string | null | undefined; readonly email?: Email | null | undefined; readonly phone?: string | null | undefined; readonly address?: CompanyAddressForm | null | undefined; readonly siret?: string | null | undefined; readonly vatNumber?: string | null | undefined; readonly rcsNumber?: string | null | undefined; readonly rcsCity?: string | null | undefined; readonly rneNumber?: string | null | undefined; readonly rsacNumber?: string | null | undefined; readonly shareCapital?: ShareCapitalInput | null | undefined; readonly vatOnDebits?: boolean | undefined; readonly insurance?: InsuranceForm | null | undefined; readonly mediator?: MediatorForm | null | undefined; readonly legalStatus?: LegalStatusInput | null | undefined; readonly sapAgreementNumber?: string | null | undefined; readonly vatRegime?: "franchise" | "simplified" | "normal" | "exempt" | undefined; readonly activityBeganOn?: string | null | undefined; readonly bankInformation?: BankInformationInput | null | undefined; readonly zone?: string | undefined; readonly currency?: CurrencyCode | undefined; readonly customerSirenRequired?: boolean | undefined; readonly auditHeadsByMail?: boolean | undefined; readonly defaults?: DocumentDefaults | undefined; readonly numbering?: { readonly F?: SeriesNumberingInput | null | undefined; readonly D?: SeriesNumberingInput | null | undefined; readonly BC?: SeriesNumberingInput | null | undefined; readonly AV?: SeriesNumberingInput | null | undefined } | undefined };
export type CompanySettings = { readonly name: string; readonly fullName?: string | undefined; readonly commercialName?: string | undefined; readonly email?: string | undefined; readonly phone?: string | undefined; readonly address?: Address | undefined; readonly siret?: string | undefined; readonly vatNumber?: string | undefined; readonly rcsNumber?: string | undefined; readonly rcsCity?: string | undefined; readonly rneNumber?: string | undefined; readonly shareCapital?: ShareCapital | undefined; readonly insurance?: Insurance | undefined; readonly mediator?: Mediator | undefined; readonly rsacNumber?: string | undefined; readonly vatOnDebits: boolean; readonly legalStatus?: LegalStatus | undefined; readonly sapAgreementNumber?: string | undefined; readonly vatRegime: "franchise" | "simplified" | "normal" | "exempt"; readonly activityBeganOn?: string | undefined; readonly bankInformation?: BankInformation | undefined; readonly zone: string; readonly currency: CurrencyCode; readonly customerSirenRequired: boolean; readonly auditHeadsByMail: boolean; readonly defaults: { readonly locale: BillingLocale; readonly paymentDelay: PaymentDelay; readonly estimateValidityDays: number; readonly latePenalty: LatePenalty | null; readonly lumpSumCompensation: LumpSumCompensation | null; readonly discountAdvancePayment: DiscountAdvancePayment | null; readonly vatMention?: VatMention | undefined; readonly headerNote?: string | undefined; readonly footerNote?: string | undefined; readonly generalTermsAndConditionsOfSale?: string | undefined; readonly mentionMediator?: string | undefined; readonly paymentMethods: readonly PaymentMethod[]; readonly otherPaymentMethod?: string | undefined; readonly displaySettings: DisplayDefaults }; readonly numbering: { readonly F: SeriesNumbering; readonly D: SeriesNumbering; readonly BC: SeriesNumbering; readonly AV: SeriesNumbering } };
export type Contact = { readonly id: string; readonly emails: readonly string[]; readonly organization?: OrganizationOfContact | undefined; readonly defaultContact: boolean; readonly createdAt: number; readonly archivedAt?: number | undefined; readonly hasBillings: boolean; readonly test: boolean; readonly firstname: string; readonly lastname: string; readonly phone?: string | undefined; readonly jobTitle?: string | undefined; readonly notes?: string | undefined; readonly billingAddress?: ClientAddress | undefined; readonly deliveryAddress?: ClientAddress | undefined; readonly bankInformations?: BankInformation | undefined; readonly hasTiersPrestation: boolean; readonly website?: string | undefined; readonly keywords?: string | undefined; readonly language?: BillingLocale | undefined; readonly currency?: CurrencyCode | undefined; readonly paymentMethods?: readonly PaymentMethod[] | undefined };
export type ContactForm = { readonly firstname: string; readonly lastname: string; readonly jobTitle?: string | null | undefined; readonly emails?: readonly Email[] | undefined; readonly phone?: string | null | undefined; readonly website?: string | null | undefined; readonly keywords?: string | null | undefined; readonly language?: BillingLocale | null | undefined; readonly notes?: string | null | undefined; readonly billingAddress?: ClientAddressForm | null | undefined; readonly deliveryAddress?: ClientAddressForm | null | undefined; readonly bankInformations?: BankInformationInput | null | undefined; readonly preferences?: CustomerPreferences | null | undefined };
export type ContactListItem = { readonly id: string; readonly emails: readonly string[]; readonly organization?: OrganizationOfContact | undefined; readonly defaultContact: boolean; readonly createdAt: number; readonly archivedAt?: number | undefined; readonly hasBillings: boolean; readonly test: boolean; readonly fullname: string };
export type ContactListItemPage = Page & { readonly docs: readonly ContactListItem[] };
export type ConvertedAmounts = { readonly amountWithoutTaxBeforeDiscount: number; readonly amountWithoutTaxAfterDiscount: number; readonly amountWithTaxAfterDiscount: number; readonly remainingAmountWithoutTax: number; readonly remainingAmountWithTax: number; readonly vatDetails: readonly VatDetail[]; readonly discountAmount?: number | undefined; readonly amountWithoutTaxBeforeDiscountWithoutDisbursement: number; readonly remainingReconciliateAmount: number; readonly remainingAmountToBill: number; readonly billedAmountWithoutTax: number; readonly billedAmountWithTax: number; readonly remainingAmountWithoutTaxWithoutDisbursement: number };
export type ConvertedEstimateTotal = { readonly amountWithoutTaxBeforeDiscount: number; readonly amountWithoutTaxAfterDiscount: number; readonly amountWithTaxAfterDiscount: number; readonly remainingAmountWithoutTax: number; readonly remainingAmountWithTax: number; readonly vatDetails: readonly VatDetail[]; readonly discountAmount?: number | undefined; readonly amountWithoutTaxBeforeDiscountWithoutDisbursement: number; readonly remainingAmountToBill: number; readonly billedAmountWithoutTax: number; readonly billedAmountWithTax: number; readonly remainingAmountWithoutTaxWithoutDisbursement: number };
export type ConvertedInvoiceTotal = { readonly amountWithoutTaxBeforeDiscount: number; readonly amountWithoutTaxAfterDiscount: number; readonly amountWithTaxAfterDiscount: number; readonly remainingAmountWithoutTax: number; readonly remainingAmountWithTax: number; readonly vatDetails: readonly VatDetail[]; readonly discountAmount?: number | undefined; readonly amountWithoutTaxBeforeDiscountWithoutDisbursement: number; readonly remainingReconciliateAmount: number };
export type ConvertedLineAmounts = { readonly priceWithoutTaxBeforeDiscount: number; readonly discountAmount?: number | undefined; readonly priceWithoutTaxAfterDiscount: number; readonly vatAmount: number; readonly priceTotalTax: number };
export type CorrectedInvoice = { readonly number: string; readonly date: number };
export type CorrectedInvoiceInput = { readonly number: string; readonly date: Timestamp };
export type Country = "AF" | "AX" | "AL" | "DZ" | "AS" | "AD" | "AO" | "AI" | "AQ" | "AG" | "AN" | "AR" | "AM" | "AW" | "AU" | "AT" | "AZ" | "BS" | "BH" | "BD" | "BB" | "BY" | "BE" | "BZ" | "BJ" | "BM" | "BT" | "BO" | "BQ" | "BA" | "BW" | "BV" | "BR" | "IO" | "BN" | "BG" | "BF" | "BI" | "KH" | "CM" | "CA" | "CV" | "KY" | "CF" | "TD" | "CL" | "CN" | "CX" | "CC" | "CO" | "KM" | "CG" | "CD" | "CK" | "CR" | "CI" | "HR" | "CU" | "CW" | "CY" | "CZ" | "DK" | "DJ" | "DM" | "DO" | "EC" | "EG" | "SV" | "GQ" | "ER" | "EE" | "ET" | "FK" | "FO" | "FJ" | "FI" | "FR" | "GF" | "PF" | "TF" | "GA" | "GM" | "GE" | "DE" | "GH" | "GI" | "GR" | "GL" | "GD" | "GP" | "GU" | "GT" | "GG" | "GN" | "GW" | "GY" | "HT" | "HM" | "VA" | "HN" | "HK" | "HU" | "IS" | "IN" | "ID" | "IR" | "IQ" | "IE" | "IM" | "IL" | "IT" | "JM" | "JP" | "JE" | "JO" | "KZ" | "KE" | "KI" | "KR" | "XK" | "KP" | "KW" | "KG" | "LA" | "LV" | "LB" | "LS" | "LR" | "LY" | "LI" | "LT" | "LU" | "MO" | "MK" | "MG" | "MW" | "MY" | "MV" | "ML" | "MT" | "MH" | "MQ" | "MR" | "MU" | "YT" | "MX" | "FM" | "MD" | "MC" | "MN" | "ME" | "MS" | "MA" | "MZ" | "MM" | "NA" | "NR" | "NP" | "NL" | "NC" | "NZ" | "NI" | "NE" | "NG" | "NU" | "NF" | "MP" | "NO" | "OM" | "PK" | "PW" | "PS" | "PA" | "PG" | "PY" | "PE" | "PH" | "PN" | "PL" | "PT" | "PR" | "QA" | "RE" | "RO" | "RU" | "RW" | "BL" | "SH" | "KN" | "LC" | "MF" | "PM" | "VC" | "WS" | "SM" | "ST" | "SA" | "SN" | "RS" | "SC" | "SL" | "SG" | "SX" | "SK" | "SI" | "SB" | "SO" | "ZA" | "GS" | "SS" | "ES" | "LK" | "SD" | "SR" | "SJ" | "SZ" | "SE" | "CH" | "SY" | "TW" | "TJ" | "TZ" | "TH" | "TL" | "TG" | "TK" | "TO" | "TT" | "TN" | "TR" | "TM" | "TC" | "TV" | "UG" | "UA" | "AE" | "GB" | "US" | "UM" | "UY" | "UZ" | "VU" | "VE" | "VN" | "VG" | "VI" | "WF" | "EH" | "YE" | "ZM" | "ZW";
export type CreateAdvanceBody = { readonly mode?: "AMOUNT" | "PERCENTAGE" | undefined; readonly amount?: number | undefined; readonly percentage?: number | undefined; readonly advanceLineIndex?: number | undefined; readonly includeDisbursement?: boolean | undefined };
export type CreateEstimateBody = { readonly estimateType?: "estimate" | "purchase_order" | undefined; readonly title?: string | null | undefined; readonly lines?: readonly LineInput[] | undefined; readonly discount?: DiscountInput | null | undefined; readonly customerOrderNumber?: string | null | undefined; readonly opportunityId?: Id | null | undefined; readonly estimateFee?: EstimateFeeInput | null | undefined; readonly plannedDuration?: PlannedDurationInput | null | undefined };
export type CreateFreeAssetBody = { readonly billingCustomerId?: Id | undefined; readonly references?: readonly CorrectedInvoiceInput[] | undefined; readonly title?: string | null | undefined; readonly lines?: readonly LineInput[] | undefined; readonly discount?: DiscountInput | null | undefined; readonly customerOrderNumber?: string | null | undefined; readonly opportunityId?: Id | null | undefined };
export type CreateInvoiceBody = { readonly title?: string | null | undefined; readonly lines?: readonly LineInput[] | undefined; readonly discount?: DiscountInput | null | undefined; readonly customerOrderNumber?: string | null | undefined; readonly opportunityId?: Id | null | undefined };
export type CreateInvoiceFrequencyBody = { readonly from: string; readonly to: string; readonly frequency: number; readonly interval: "day" | "week" | "month" | "year"; readonly finalizeInvoice: boolean; readonly sendByMail: boolean; readonly inCopy: boolean };
export type Currency = { readonly currencyCode: CurrencyCode; readonly currencyDate: number; readonly currencyRate: number; readonly origin: "ECB" | "USER" | "FIXED" };
export type CurrencyCode = "EUR" | "GBP" | "CHF" | "USD" | "AUD" | "CAD" | "JPY" | "CNH" | "CZK" | "DKK" | "BGN" | "PLN" | "HUF" | "RON" | "SEK" | "NOK" | "TRY" | "BRL" | "HKD" | "ILS" | "INR" | "KRW" | "MXN" | "XPF" | "XOF" | "XAF";
export type Customer = CustomerParent & { readonly parent?: CustomerParent | undefined };
export type CustomerBalance = { readonly currency: CurrencyCode; readonly owed: Figure; readonly late: Figure; readonly billedThisYear: Figure; readonly billed: Figure; readonly paidCount: number; readonly averageDaysToPay?: number | undefined };
export type CustomerParent = { readonly id: string; readonly legacyId: string; readonly currency?: CurrencyCode | undefined; readonly firstname?: string | undefined; readonly lastname?: string | undefined; readonly phoneNumber?: string | undefined; readonly emails: readonly string[]; readonly billingAddress: Address; readonly deliveryAddress?: Address | undefined; readonly deliveryAddressIsSame: boolean; readonly language?: string | undefined; readonly name: string; readonly commercialName?: string | undefined; readonly siren?: string | undefined; readonly siret?: string | undefined; readonly nafCode?: string | undefined; readonly vatNumber?: string | undefined; readonly token: string; readonly contactId?: string | undefined; readonly organizationId?: string | undefined; readonly isDefault?: boolean | undefined; readonly test: boolean };
export type CustomerPreferences = { readonly language?: BillingLocale | null | undefined; readonly currency?: CurrencyCode | null | undefined; readonly paymentMethods?: readonly PaymentMethodInput[] | null | undefined };
export type Dashboard = { readonly day: string; readonly year: number; readonly currency: CurrencyCode; readonly owed: Figure; readonly late: Figure; readonly age: { readonly notDue: Figure; readonly days1To30: Figure; readonly days31To60: Figure; readonly daysOver60: Figure }; readonly toBill: Figure; readonly offers: { readonly waiting: Figure; readonly signed: Figure; readonly refused: Figure }; readonly todo: readonly Todo[]; readonly todoTotal: { readonly late: number; readonly drafts: number; readonly toBill: number; readonly expiring: number }; readonly turnover: { readonly invoiced: TurnoverSeries; readonly collected: TurnoverSeries }; readonly vat?: VatOfPeriod | undefined; readonly thresholds: readonly Threshold[] };
export type Discount = { readonly amount: number; readonly mode: "PERCENTAGE" | "AMOUNT" };
export type DiscountAdvancePayment = { readonly value: "none" | "other"; readonly otherValue?: string | undefined };
export type DiscountAdvancePaymentInput = { readonly value: "none" | "other"; readonly otherValue?: string | undefined };
export type DiscountInput = { readonly mode: "PERCENTAGE" | "AMOUNT"; readonly amount: number };
export type DisplayDefaults = { readonly displayFullName: boolean; readonly displayEmail: boolean; readonly displayPhoneNumber: boolean; readonly displaySAPAgreement: boolean; readonly displayLegalStatus: boolean; readonly displayRequiredMentionsProduct: boolean; readonly displayMemberOfAnApprovedAssociation: boolean; readonly displayServiceLogo: boolean; readonly displayTitle: boolean; readonly displayGoodForApproval: boolean; readonly displayEstimateNumber: boolean };
export type DisplayDefaultsInput = { readonly displayFullName?: boolean | undefined; readonly displayEmail?: boolean | undefined; readonly displayPhoneNumber?: boolean | undefined; readonly displaySAPAgreement?: boolean | undefined; readonly displayLegalStatus?: boolean | undefined; readonly displayRequiredMentionsProduct?: boolean | undefined; readonly displayMemberOfAnApprovedAssociation?: boolean | undefined; readonly displayServiceLogo?: boolean | undefined; readonly displayTitle?: boolean | undefined; readonly displayGoodForApproval?: boolean | undefined; readonly displayEstimateNumber?: boolean | undefined };
export type DisplaySettings = { readonly displayFullName: boolean; readonly displayEmail: boolean; readonly displayPhoneNumber: boolean; readonly displaySAPAgreement: boolean; readonly displayLegalStatus: boolean; readonly displayRequiredMentionsProduct: boolean; readonly displayMemberOfAnApprovedAssociation: boolean; readonly displayTitle: boolean; readonly displayGoodForApproval: boolean; readonly displayEstimateNumber?: boolean | undefined; readonly displayFacturierLogo: boolean };
export type DisplaySettingsInput = { readonly displayFullName: boolean; readonly displayEmail: boolean; readonly displayPhoneNumber: boolean; readonly displaySAPAgreement: boolean; readonly displayLegalStatus: boolean; readonly displayRequiredMentionsProduct: boolean; readonly displayMemberOfAnApprovedAssociation: boolean; readonly displayTitle: boolean; readonly displayGoodForApproval?: boolean | undefined; readonly displayEstimateNumber?: boolean | undefined; readonly displayFacturierLogo?: boolean | undefined; readonly displayServiceLogo?: boolean | undefined };
export type DocumentDefaults = { readonly headerNote?: string | undefined; readonly footerNote?: string | undefined; readonly generalTermsAndConditionsOfSale?: string | undefined; readonly mentionMediator?: string | undefined; readonly paymentMethods?: readonly PaymentMethodInput[] | undefined; readonly otherPaymentMethod?: string | undefined; readonly vatMention?: VatMentionInput | null | undefined; readonly latePenalty?: LatePenaltyInput | null | undefined; readonly lumpSumCompensation?: LumpSumCompensationInput | null | undefined; readonly discountAdvancePayment?: DiscountAdvancePaymentInput | null | undefined; readonly locale?: BillingLocale | undefined; readonly paymentDelay?: PaymentDelay | undefined; readonly estimateValidityDays?: number | undefined; readonly displaySettings?: DisplayDefaultsInput | undefined };
export type DocumentGeneralInformations = { readonly headerNote?: string | undefined; readonly footerNote?: string | undefined; readonly generalTermsAndConditionsOfSale?: string | undefined; readonly mentionMediator?: string | undefined; readonly paymentMethods?: readonly PaymentMethodInput[] | undefined; readonly otherPaymentMethod?: string | undefined; readonly vatMention?: VatMentionInput | undefined; readonly latePenalty?: LatePenaltyInput | null | undefined; readonly lumpSumCompensation?: LumpSumCompensationInput | null | undefined; readonly discountAdvancePayment?: DiscountAdvancePaymentInput | null | undefined; readonly customerOrderNumber?: string | null | undefined };
export type DueDate = string | Timestamp;
export type DuplicateThemeBody = { readonly name?: string | undefined };
export type ElectronicSignature = { readonly id: string; readonly canceledAt: number | null; readonly signedAt: number | null; readonly refusedAt: number | null; readonly procedureId: string | null; readonly magicLink: string | null; readonly status: "requested" | "activated" | "on_going" | "refused" | "signed" | "cancelled" };
export type Email = string;
export type Emitter = { readonly name?: string | undefined; readonly fullName?: string | undefined; readonly email?: string | undefined; readonly phone?: string | undefined; readonly commercialName?: string | undefined; readonly siret?: string | undefined; readonly vatNumber?: string | undefined; readonly rcsNumber?: string | null | undefined; readonly rsacNumber?: string | null | undefined; readonly rcsCity?: string | undefined; readonly rneNumber?: string | undefined; readonly shareCapital?: ShareCapital | undefined; readonly insurance?: Insurance | undefined; readonly mediator?: Mediator | undefined; readonly vatOnDebits?: boolean | undefined; readonly legalStatus?: LegalStatus | undefined; readonly sapAgreementNumber?: string | undefined; readonly hasVat: boolean };
export type Estimate = EstimateEmbedded & { readonly advances: readonly AdvanceEmbedded[] };
export type EstimateEmbedded = { readonly id: string; readonly number?: string | undefined; readonly title?: string | undefined; readonly type: "estimate" | "purchase_order"; readonly state: BillingState; readonly customer: Customer; readonly locale: BillingLocale; readonly emittedAt: number; readonly archivedAt?: number | undefined; readonly opportunity?: OpportunityOfDocument | undefined; readonly locked: boolean; readonly finalizable: boolean; readonly test: boolean; readonly isEditable: boolean; readonly currencyCode: CurrencyCode; readonly currency: Currency; readonly lastDownloadAt?: number | undefined; readonly attachments: readonly File[]; readonly finalizeRequirements: readonly FinalizeRequirement[]; readonly warnings: readonly Warning[]; readonly emitter: Emitter; readonly bankInformation?: BankInformation | undefined; readonly billingLegals: BillingLegals; readonly createdAt: number; readonly updatedAt: number; readonly deliveryDate?: number | undefined; readonly compatibilityVersion: "V1" | "V2" | "V3"; readonly isDeletable: boolean; readonly displayDeliveryAddress: boolean; readonly finalizedAt?: number | undefined; readonly lastSendByEmailAt?: number | undefined; readonly customerOrderNumber?: string | undefined; readonly themeId?: string | undefined; readonly paymentDelay: PaymentDelay; readonly dueAt?: number | undefined; readonly displaySettings: DisplaySettings; readonly discount?: Discount | undefined; readonly expiredAt: number; readonly refusedAt?: number | undefined; readonly signedAt?: number | undefined; readonly lines: readonly Line[]; readonly total: EstimateTotal; readonly latePenalty?: LatePenalty | undefined; readonly lumpSumCompensation?: LumpSumCompensation | undefined; readonly discountAdvancePayment: DiscountAdvancePayment | null; readonly advanceEstimateLines: AdvanceEstimateLines; readonly estimateFee?: EstimateFee | undefined; readonly plannedDuration?: PlannedDuration | undefined; readonly withElectronicSignature: boolean; readonly electronicSignature: ElectronicSignature; readonly electronicSignatureRequirements: readonly FinalizeRequirement[]; readonly hasFinalInvoice: boolean; readonly includeDiscountDisbursement: boolean };
export type EstimateFee = { readonly amount: number; readonly isDeducted: boolean };
export type EstimateFeeInput = { readonly amount: number; readonly isDeducted?: boolean | undefined };
export type EstimateGeneralInformations = { readonly headerNote?: string | undefined; readonly footerNote?: string | undefined; readonly generalTermsAndConditionsOfSale?: string | undefined; readonly mentionMediator?: string | undefined; readonly paymentMethods?: readonly PaymentMethodInput[] | undefined; readonly otherPaymentMethod?: string | undefined; readonly vatMention?: VatMentionInput | undefined; readonly latePenalty?: LatePenaltyInput | null | undefined; readonly lumpSumCompensation?: LumpSumCompensationInput | null | undefined; readonly discountAdvancePayment?: DiscountAdvancePaymentInput | null | undefined; readonly customerOrderNumber?: string | null | undefined; readonly estimateFee?: EstimateFeeInput | null | undefined; readonly plannedDuration?: PlannedDurationInput | null | undefined };
export type EstimateTimeline = { readonly emittedAt: Timestamp; readonly paymentDelay: PaymentDelay; readonly customDueDate?: Timestamp | null | undefined; readonly deliveryDate?: Timestamp | null | undefined; readonly expiredAt: Timestamp };
export type EstimateTotal = { readonly amountWithoutTaxBeforeDiscount: number; readonly amountWithoutTaxAfterDiscount: number; readonly amountWithTaxAfterDiscount: number; readonly remainingAmountWithoutTax: number; readonly remainingAmountWithTax: number; readonly vatDetails: readonly VatDetail[]; readonly discountAmount?: number | undefined; readonly amountWithoutTaxBeforeDiscountWithoutDisbursement: number; readonly remainingAmountToBill: number; readonly billedAmountWithoutTax: number; readonly billedAmountWithTax: number; readonly remainingAmountWithoutTaxWithoutDisbursement: number; readonly convertedAmounts?: ConvertedEstimateTotal | undefined };
export type EventType = "project.created" | "project.updated" | "project.deleted" | "task.created" | "task.updated" | "task.deleted" | "estimate.created" | "estimate.finalized" | "estimate.sent" | "estimate.signed" | "estimate.refused" | "estimate.paid" | "estimate.unpaid" | "estimate.canceled" | "estimate.archived" | "estimate.deleted" | "purchase_order.created" | "purchase_order.finalized" | "purchase_order.sent" | "purchase_order.signed" | "purchase_order.refused" | "purchase_order.paid" | "purchase_order.unpaid" | "purchase_order.canceled" | "purchase_order.archived" | "purchase_order.deleted" | "invoice.created" | "invoice.finalized" | "invoice.sent" | "invoice.signed" | "invoice.refused" | "invoice.paid" | "invoice.unpaid" | "invoice.canceled" | "invoice.archived" | "invoice.deleted" | "advance.created" | "advance.finalized" | "advance.sent" | "advance.signed" | "advance.refused" | "advance.paid" | "advance.unpaid" | "advance.canceled" | "advance.archived" | "advance.deleted" | "asset.created" | "asset.finalized" | "asset.sent" | "asset.signed" | "asset.refused" | "asset.paid" | "asset.unpaid" | "asset.canceled" | "asset.archived" | "asset.deleted" | "contact.created" | "contact.updated" | "contact.archived" | "contact.deleted" | "organization.created" | "organization.updated" | "organization.archived" | "organization.deleted" | "product.created" | "product.updated" | "product.archived" | "product.deleted" | "webhook.test" | "webhook.disabled";
export type EventTypeOrAll = "*" | "project.created" | "project.updated" | "project.deleted" | "task.created" | "task.updated" | "task.deleted" | "estimate.created" | "estimate.finalized" | "estimate.sent" | "estimate.signed" | "estimate.refused" | "estimate.paid" | "estimate.unpaid" | "estimate.canceled" | "estimate.archived" | "estimate.deleted" | "purchase_order.created" | "purchase_order.finalized" | "purchase_order.sent" | "purchase_order.signed" | "purchase_order.refused" | "purchase_order.paid" | "purchase_order.unpaid" | "purchase_order.canceled" | "purchase_order.archived" | "purchase_order.deleted" | "invoice.created" | "invoice.finalized" | "invoice.sent" | "invoice.signed" | "invoice.refused" | "invoice.paid" | "invoice.unpaid" | "invoice.canceled" | "invoice.archived" | "invoice.deleted" | "advance.created" | "advance.finalized" | "advance.sent" | "advance.signed" | "advance.refused" | "advance.paid" | "advance.unpaid" | "advance.canceled" | "advance.archived" | "advance.deleted" | "asset.created" | "asset.finalized" | "asset.sent" | "asset.signed" | "asset.refused" | "asset.paid" | "asset.unpaid" | "asset.canceled" | "asset.archived" | "asset.deleted" | "contact.created" | "contact.updated" | "contact.archived" | "contact.deleted" | "organization.created" | "organization.updated" | "organization.archived" | "organization.deleted" | "product.created" | "product.updated" | "product.archived" | "product.deleted" | "webhook.test" | "webhook.disabled";
export type FamilyMember = { readonly id: string; readonly parentId?: string | undefined; readonly type: "estimate" | "invoice" | "asset" | "advance" | "purchase_order"; readonly number?: string | undefined; readonly title?: string | undefined; readonly state: BillingState; readonly isFinalInvoice: boolean; readonly currencyCode: string; readonly amountWithTax: number; readonly remainingAmountWithTax: number; readonly remainingReconciliateAmount?: number | undefined; readonly emittedAt: number; readonly dueAt?: number | undefined; readonly expiredAt?: number | undefined; readonly paidAt?: number | undefined; readonly signedAt?: number | undefined; readonly refusedAt?: number | undefined; readonly refundAt?: number | undefined; readonly canceledAt?: number | undefined };
export type Figure = { readonly amount: number; readonly count: number; readonly lists: readonly ListOfFigure[]; readonly others: readonly OtherCurrency[] };
export type FiguresOfPeriod = { readonly invoices: BilledInPeriod; readonly advances: BilledInPeriod; readonly creditNotes: BilledInPeriod; readonly vat: Record<string, { readonly net: number; readonly vat: number }>; readonly payments: PaidByMethod; readonly reversals: PaidByMethod };
export type File = { readonly id: string; readonly name: string; readonly extension: string; readonly mimeType: string; readonly url: string; readonly relativeUrl: string; readonly isCertified?: boolean | undefined; readonly isCertifiable?: boolean | undefined };
export type FinalizeRequirement = { readonly name: string; readonly message: string; readonly leftToCredit?: readonly { readonly vatCode?: VatCode | undefined; readonly disbursement?: boolean | undefined; readonly amountWithoutTax: number; readonly vatAmount: number }[] | undefined };
export type Found = { readonly documents: readonly FoundDocument[]; readonly customers: readonly FoundCustomer[]; readonly products: readonly FoundProduct[]; readonly projects: readonly FoundProject[] };
export type FoundCustomer = { readonly id: string; readonly kind: "contact" | "organization"; readonly name: string; readonly organizationName?: string | undefined; readonly email?: string | undefined };
export type FoundDocument = { readonly id: string; readonly type: BillingType; readonly situation: "draft" | "final" | "sent" | "part" | "paid" | "late" | "waiting" | "expiring" | "expired" | "signed" | "refused" | "canceled" | "refunded"; readonly number?: string | undefined; readonly title?: string | undefined; readonly customerName?: string | undefined; readonly amount: number; readonly currency: CurrencyCode; readonly day: string };
export type FoundProduct = { readonly id: string; readonly designation: string; readonly reference?: string | undefined };
export type FoundProject = { readonly id: string; readonly name: string };
export type Frequency = { readonly id: string; readonly from: string; readonly to: string; readonly nextBillingAt: string | null; readonly frequency: number; readonly interval: "day" | "week" | "month" | "year"; readonly finalizeInvoice: boolean; readonly sendByMail: boolean; readonly inCopy: boolean };
export type Id = string;
export type ImportForm = { readonly content?: string | undefined; readonly file?: string | undefined; readonly dryRun?: boolean | undefined; readonly skipBad?: boolean | undefined; readonly updateExisting?: boolean | undefined; readonly separator?: ";" | "," | "\t" | "|" | undefined; readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | undefined };
export type ImportNote = { readonly row: number; readonly column?: string | undefined; readonly code: string; readonly message: string };
export type ImportReport = { readonly dryRun: boolean; readonly rows: number; readonly created: number; readonly updated: number; readonly skipped: number; readonly errors: readonly ImportNote[]; readonly errorCount: number; readonly warnings: readonly ImportNote[]; readonly warningCount: number };
export type Insurance = { readonly kind?: string | undefined; readonly insurer: string; readonly contact: string; readonly policyNumber?: string | undefined; readonly area: string };
export type InsuranceForm = { readonly kind?: string | null | undefined; readonly insurer: string; readonly contact: string; readonly policyNumber?: string | null | undefined; readonly area: string };
export type Invitation = { readonly id: string; readonly email: string; readonly role: Role; readonly createdAt: number; readonly endsAt: number; readonly invitedBy: string };
export type InvitePersonBody = { readonly email: Email; readonly role: "owner" | "member" | "accountant" };
export type Invoice = InvoiceEmbedded & { readonly parent?: Estimate | undefined };
export type InvoiceEmbedded = { readonly id: string; readonly number?: string | undefined; readonly title?: string | undefined; readonly type: "invoice"; readonly state: BillingState; readonly customer: Customer; readonly locale: BillingLocale; readonly emittedAt: number; readonly archivedAt?: number | undefined; readonly opportunity?: OpportunityOfDocument | undefined; readonly locked: boolean; readonly finalizable: boolean; readonly test: boolean; readonly isEditable: boolean; readonly currencyCode: CurrencyCode; readonly currency: Currency; readonly lastDownloadAt?: number | undefined; readonly attachments: readonly File[]; readonly finalizeRequirements: readonly FinalizeRequirement[]; readonly warnings: readonly Warning[]; readonly emitter: Emitter; readonly bankInformation?: BankInformation | undefined; readonly billingLegals: BillingLegals; readonly createdAt: number; readonly updatedAt: number; readonly deliveryDate?: number | undefined; readonly compatibilityVersion: "V1" | "V2" | "V3"; readonly isDeletable: boolean; readonly displayDeliveryAddress: boolean; readonly finalizedAt?: number | undefined; readonly lastSendByEmailAt?: number | undefined; readonly customerOrderNumber?: string | undefined; readonly themeId?: string | undefined; readonly paymentDelay: PaymentDelay; readonly dueAt: number; readonly displaySettings: DisplaySettings; readonly discount?: Discount | undefined; readonly paidAt?: number | undefined; readonly lastReminderSentAt?: number | undefined; readonly isReminderActivated: boolean; readonly isOnlinePaymentActivated: boolean; readonly isFinalInvoice: boolean; readonly lines: readonly Line[]; readonly total: InvoiceTotal; readonly reminder?: Reminder | undefined; readonly latePenalty?: LatePenalty | undefined; readonly lumpSumCompensation?: LumpSumCompensation | undefined; readonly discountAdvancePayment: DiscountAdvancePayment | null; readonly paymentRequest: PaymentRequest | null; readonly frequency?: Frequency | undefined; readonly hasAssociatedTransaction: boolean; readonly includeDiscountDisbursement: boolean; readonly expiredAt?: number | undefined; readonly canceledAt?: number | undefined; readonly assets?: readonly AssetOfDocument[] | undefined };
export type InvoiceTotal = { readonly amountWithoutTaxBeforeDiscount: number; readonly amountWithoutTaxAfterDiscount: number; readonly amountWithTaxAfterDiscount: number; readonly remainingAmountWithoutTax: number; readonly remainingAmountWithTax: number; readonly vatDetails: readonly VatDetail[]; readonly discountAmount?: number | undefined; readonly amountWithoutTaxBeforeDiscountWithoutDisbursement: number; readonly remainingReconciliateAmount: number; readonly convertedAmounts?: ConvertedInvoiceTotal | undefined };
export type KeptMail = { readonly id: string; readonly purpose: "document" | "trial" | "signature" | "notice"; readonly state: "waiting" | "sent" | "given_up" | "kept"; readonly subject: string; readonly recipients: readonly MailRecipient[]; readonly files: readonly MailFile[]; readonly createdAt: number; readonly finishedAt: number | null; readonly documentId: string | null; readonly fromName: string; readonly replyTo: string | null };
export type KeptMailPage = Page & { readonly docs: readonly KeptMail[] };
export type KeptMailWithText = KeptMail & { readonly html: string; readonly text: string; readonly logo: MailLogo | null };
export type Lacking = { readonly name: string; readonly message: string };
export type LatePenalty = { readonly value: "three_time_legal_rate" | "bce_director_rate_plus_ten_points" | "other"; readonly otherValue?: string | undefined };
export type LatePenaltyInput = { readonly value: "three_time_legal_rate" | "bce_director_rate_plus_ten_points" | "other"; readonly otherValue?: string | undefined };
export type LegalStatus = "micro_enterprise" | "sas" | "sarl" | "sasu" | "ei" | "eurl" | "eirl" | "sa" | "snc" | "other" | "sasu_sas" | "eurl_sarl" | "sci" | "association";
export type LegalStatusInput = "micro_enterprise" | "sas" | "sarl" | "sasu" | "ei" | "eurl" | "eirl" | "sa" | "snc" | "other" | "sasu_sas" | "eurl_sarl" | "sci" | "association";
export type Line = { readonly generatedId?: string | undefined; readonly id: string; readonly productId?: string | undefined; readonly unitPrice: number; readonly unitPriceHT: number; readonly quantity: number; readonly quantityUnit?: ProductUnit | undefined; readonly designation: string; readonly reference?: string | undefined; readonly description?: string | undefined; readonly isDeliveryOfGoods: boolean; readonly type?: ProductType | undefined; readonly vatCode: VatCode; readonly personalServiceActivity?: PersonalServiceActivity | undefined; readonly priceWithoutTaxBeforeDiscount: number; readonly discountAmount: number; readonly discount: Discount; readonly priceWithoutTaxAfterDiscount: number; readonly vatAmount: number; readonly priceTotalTax: number; readonly convertedAmounts?: ConvertedLineAmounts | undefined; readonly isTaxIncluded: boolean };
export type LineInput = { readonly generatedId?: string | undefined; readonly productId?: string | undefined; readonly unitPrice?: number | undefined; readonly quantity: number; readonly quantityUnit?: ProductUnitInput | null | undefined; readonly designation?: string | undefined; readonly reference?: string | null | undefined; readonly description?: string | null | undefined; readonly type?: ProductTypeInput | null | undefined; readonly vatCode?: VatCode | null | undefined; readonly personalServiceActivity?: PersonalServiceActivity | null | undefined; readonly discount?: DiscountInput | null | undefined; readonly isDeliveryOfGoods?: boolean | null | undefined; readonly isTaxIncluded?: boolean | null | undefined };
export type LinedBilling = Estimate | Invoice | Asset;
export type ListEventTypesAnswer = { readonly docs: readonly { readonly id: string; readonly label: string; readonly labels: { readonly fr: string; readonly en: string }; readonly schema: Record<string, unknown>; readonly sample: Record<string, unknown> }[] };
export type ListEventsAnswer = { readonly docs: readonly Record<string, unknown>[]; readonly hasMore: boolean; readonly next: string | null };
export type ListInvitationsAnswer = { readonly invitations: readonly Invitation[] };
export type ListOfFigure = { readonly path: "/v2/billings" | "/v2/payments"; readonly query: Record<string, string | boolean | readonly string[]>; readonly member: "remainingToPay" | "remainingToBill" | "withTax" | "turnover" | "refunded" | "vatDue" | "vatRefunded" };
export type ListPeopleAnswer = { readonly people: readonly PersonOfAccount[] };
export type ListThemesAnswer = { readonly docs: readonly Theme[] };
export type ListedPayment = Payment & { readonly billingId: string; readonly number: string; readonly type: BillingType; readonly customerName?: string | undefined; readonly currency: CurrencyCode; readonly receivedOn: string; readonly turnover: number; readonly vatDue: number };
export type ListedPaymentPage = Page & { readonly docs: readonly ListedPayment[] };
export type LumpSumCompensation = { readonly value: "forty_euros" | "other"; readonly otherValue?: string | undefined };
export type LumpSumCompensationInput = { readonly value: "forty_euros" | "other"; readonly otherValue?: string | undefined };
export type MadeWebhook = Webhook & { readonly secret?: string | undefined };
export type Mail = { readonly id: string; readonly purpose: "document" | "trial" | "signature" | "notice"; readonly state: "waiting" | "sent" | "given_up" | "kept"; readonly subject: string; readonly recipients: readonly MailRecipient[]; readonly files: readonly MailFile[]; readonly createdAt: number; readonly finishedAt: number | null; readonly nextAttemptAt: number | null; readonly attempts: readonly MailAttempt[] };
export type MailAttempt = { readonly n: number; readonly at: number; readonly latencyMs: number; readonly status: number | null; readonly fault: string | null; readonly answer: string | null };
export type MailFile = { readonly name: string; readonly mediaType: string; readonly size: number; readonly sha256: string };
export type MailLogo = { readonly cid: string; readonly sha256: string };
export type MailPage = Page & { readonly docs: readonly Mail[] };
export type MailRecipient = { readonly email: string; readonly as: "to" | "copy"; readonly state: "waiting" | "accepted" | "refused" };
export type MakeClosuresAnswer = { readonly docs: readonly Closure[]; readonly hasMore: boolean };
export type MarkAdvancePaidBody = { readonly payments: readonly PaymentInput[] };
export type MarkPaidBody = { readonly payments: readonly PaymentInput[] };
export type Me = { readonly company: { readonly id: string; readonly commercialName: string; readonly siret: string; readonly legalStatut: LegalStatus; readonly address: string; readonly city: string; readonly isInTestMode: boolean }; readonly preferences: { readonly rentability: { readonly defaultProductMargin: number; readonly defaultOverheadCosts: number }; readonly notification: { readonly push: { readonly urssafReminder: boolean } } }; readonly user: { readonly id: string; readonly email: string; readonly firstname: string; readonly lastname: string; readonly fullname: string; readonly firebaseToken: string; readonly address: string | null }; readonly settings: CompanySettings };
export type Mediator = { readonly name: string; readonly contact: string; readonly website?: string | undefined };
export type MediatorForm = { readonly name: string; readonly contact: string; readonly website?: string | null | undefined };
export type NewApiKey = ApiKey & { readonly key: string };
export type NewInvitation = Invitation & { readonly link?: string | undefined };
export type NextNumber = { readonly type: BillingType; readonly number: string; readonly series: string; readonly year: number; readonly counter: number; readonly date: string; readonly earliestDate?: string | undefined; readonly latestDate: string };
export type NumberBlock = { readonly block: "series" } | { readonly block: "year" } | { readonly block: "counter"; readonly width: number } | { readonly block: "literal"; readonly text: string };
export type Opportunity = { readonly id: string; readonly createdAt: number; readonly name: string; readonly description?: string | undefined; readonly dueDate?: number | undefined; readonly amount: number; readonly rank: string; readonly customerId: string; readonly categoryId: string; readonly category: OpportunityCategory; readonly customer: Customer; readonly test: boolean };
export type OpportunityCategory = { readonly id: string; readonly companyId: string; readonly name: string; readonly rank: string; readonly showDueDate: boolean; readonly showAmount: boolean; readonly showCustomer: boolean; readonly color: string; readonly isLost: boolean; readonly isDone: boolean; readonly count: number };
export type OpportunityCategoryChange = { readonly name?: string | undefined; readonly color?: string | undefined; readonly showDueDate?: boolean | undefined; readonly showAmount?: boolean | undefined; readonly showCustomer?: boolean | undefined; readonly isDone?: boolean | undefined; readonly isLost?: boolean | undefined; readonly afterRank?: string | null | undefined };
export type OpportunityCategoryForm = { readonly name: string; readonly color?: string | undefined; readonly showDueDate?: boolean | undefined; readonly showAmount?: boolean | undefined; readonly showCustomer?: boolean | undefined; readonly isDone?: boolean | undefined; readonly isLost?: boolean | undefined; readonly afterRank?: string | null | undefined };
export type OpportunityChange = { readonly name?: string | undefined; readonly amount?: number | undefined; readonly customerId?: Id | undefined; readonly categoryId?: Id | undefined; readonly description?: string | null | undefined; readonly dueDate?: DueDate | null | undefined; readonly afterRank?: string | null | undefined };
export type OpportunityForm = { readonly name: string; readonly amount: number; readonly customerId: Id; readonly categoryId: Id; readonly description?: string | null | undefined; readonly dueDate?: DueDate | null | undefined; readonly afterRank?: string | null | undefined };
export type OpportunityOfDocument = { readonly id: string; readonly name: string };
export type OpportunityPage = Page & { readonly docs: readonly Opportunity[] };
export type Organization = { readonly id: string; readonly name: string; readonly commercialName: string; readonly emails: readonly string[]; readonly siret: string; readonly siren?: string | undefined; readonly nafCode?: string | undefined; readonly vatNumber: string; readonly phone?: string | undefined; readonly countContacts: number; readonly defaultContactId?: string | undefined; readonly billingAddress: ClientAddress; readonly deliveryAddress: ClientAddress; readonly bankInformations: BankInformation; readonly notes: string; readonly createdAt: number; readonly archivedAt: number; readonly hasBillings: boolean; readonly test: boolean; readonly website?: string | undefined; readonly keywords?: string | undefined; readonly language?: BillingLocale | undefined; readonly currency?: CurrencyCode | undefined; readonly paymentMethods?: readonly PaymentMethod[] | undefined };
export type OrganizationContactForm = { readonly firstname: string; readonly lastname: string; readonly jobTitle?: string | null | undefined; readonly emails?: readonly Email[] | undefined; readonly phone?: string | null | undefined; readonly website?: string | null | undefined; readonly keywords?: string | null | undefined; readonly language?: BillingLocale | null | undefined; readonly notes?: string | null | undefined; readonly billingAddress?: ClientAddressForm | null | undefined; readonly deliveryAddress?: ClientAddressForm | null | undefined; readonly bankInformations?: BankInformationInput | null | undefined; readonly preferences?: CustomerPreferences | null | undefined; readonly defaultContact?: boolean | undefined };
export type OrganizationForm = { readonly name: string; readonly commercialName?: string | null | undefined; readonly siren?: string | null | undefined; readonly siret?: string | null | undefined; readonly nafCode?: string | null | undefined; readonly vatNumber?: string | null | undefined; readonly emails?: readonly Email[] | undefined; readonly phone?: string | null | undefined; readonly website?: string | null | undefined; readonly keywords?: string | null | undefined; readonly language?: BillingLocale | null | undefined; readonly notes?: string | null | undefined; readonly billingAddress?: ClientAddressForm | null | undefined; readonly deliveryAddress?: ClientAddressForm | null | undefined; readonly bankInformations?: BankInformationInput | null | undefined; readonly preferences?: CustomerPreferences | null | undefined };
export type OrganizationOfContact = { readonly id: string; readonly name: string };
export type OrganizationPage = Page & { readonly docs: readonly Organization[] };
export type OtherCurrency = { readonly currency: CurrencyCode; readonly amount: number; readonly count: number };
export type Page = { readonly totalDocs: number; readonly limit: number; readonly page: number; readonly totalPages: number; readonly hasNextPage: boolean; readonly hasPrevPage: boolean; readonly nextPage: number; readonly prevPage: number; readonly countWithoutFilters: number; readonly nextCursor?: string | undefined };
export type PaidByMethod = Record<string, { readonly count: number; readonly amount: number }>;
export type Payment = { readonly id: string; readonly amount: number; readonly receivedAt: number; readonly method: PaymentMethod; readonly otherMethod?: string | undefined; readonly transactionId?: string | undefined; readonly regulations?: { readonly commission?: number | undefined; readonly lossOfValueChangeRate?: number | undefined } | undefined; readonly reverses?: string | undefined; readonly createdAt: number };
export type PaymentAccount = { readonly id: string; readonly externalId: string; readonly provider: "stripe_connect"; readonly status: "enabled" | "disabled"; readonly reason: "MISSING_INFO" | "UNDER_REVIEW" | "FRAUD_SUSPECTED" | "TERMS_VIOLATION" | "UNKNOWN" | null };
export type PaymentDelay = "at_reception" | "end_of_month" | "seven_days" | "ten_days" | "fifteen_days" | "thirty_days" | "thirty_days_end_of_month" | "forty_five_days" | "forty_five_days_end_of_month" | "sixty_days" | "sixty_days_end_of_month" | "ninety_days" | "ninety_days_end_of_month" | "one_hundred_and_twenty_days" | "other";
export type PaymentInput = { readonly amount: number; readonly receivedAt: Timestamp; readonly method: PaymentMethodInput; readonly otherMethod?: string | null | undefined; readonly transactionId?: string | null | undefined; readonly regulations?: { readonly commission?: number | undefined; readonly lossOfValueChangeRate?: number | undefined } | null | undefined };
export type PaymentMethod = "transfer" | "direct_debit" | "credit_card" | "cheque" | "universal_employment_service_cheque" | "cash" | "paypal" | "stripe" | "other";
export type PaymentMethodInput = "transfer" | "direct_debit" | "credit_card" | "cheque" | "universal_employment_service_cheque" | "cash" | "paypal" | "stripe" | "other";
export type PaymentRequest = { readonly idDemandePaiement?: string | undefined; readonly dateDebutEmploi: number; readonly dateFinEmploi: number; readonly dateVirement?: number | undefined; readonly advanceAlreadyPayed?: number | undefined; readonly advancePaymentDate?: number | undefined; readonly mntVirement?: number | undefined; readonly statut?: PaymentRequestStatus | undefined };
export type PaymentRequestForm = { readonly advanceAlreadyPaid: number; readonly advancePaymentDate?: Timestamp | null | undefined; readonly dateDebutEmploi: Timestamp; readonly dateFinEmploi: Timestamp };
export type PaymentRequestStatus = 0 | "10" | "20" | "30" | "40" | "50" | "60" | "70" | "110" | "111" | "120" | "112" | "ERR_PARTICULIER_INCONNU" | "ERR_CMPT_BLOQUE" | "ERR_FACTURE_DOUBLON" | "ERR_NBRE_PREST_MAX" | "ERR_DATE_FUTUR" | "ERR_DATE_PAIEMENT_AVANT_EXP" | "ERR_PERIODE_EMPLOI_MOIS_NON_UNIQUE" | "ERR_DATE_FIN_AVANT_DATE_DEB" | "ERR_MONTANT_ACOMPTE" | "ERR_TOTAL_PRESTATIONS" | "ERR_CODE_NATURE" | "ERR_CODE_ACTIVITE" | "ERR_CODE_ACTIVITE_NATURE" | "ERR_MNT_PREST_HT_TVA" | "ERR_MNT_PREST_TTC" | "ERR_VALEUR_NEGATIVE" | "ERR_PRESTATAIRE_EMETTEUR_INCONNU" | "ERR_LIEN_PARTICULIER_PRESTATAIRE" | "ERR_PRESTATAIRE_FACTURATION_INCONNU" | "ERR_CRITERE_RECHERCHE_VIDE" | "ERR_DGFIP_R2P_INCONNU" | "ERR_DATE_NAISSANCE_FUTUR" | "ERR_LIEU_NAISSANCE_DEPT" | "ERR_LIEU_NAISSANCE_COMN" | "ERR_LIEU_NAISSANCE_PAYS" | "ERR_DGFIP_IMPOTPART_INCONNU" | "ERR_CONTACT" | "ERR_CONTACT_ADRESSE_TYPE_VOIE" | "ERR_CONTACT_ADRESSE_LETTRE_VOIE" | "ERR_CONTACT_ADRESSE_TYPEVOIE" | "ERR_CONTACT_ADRESSE_LIBELLEVOIE" | "ERR_CONTACT_ADRESSE_INFORMATION_SUPPLEMENTAIRE" | "ERR_CONTACT_ADRESSE_COMMUNE" | "ERR_COORDONNEES_BANCAIRES" | "ERR_FORMAT_VALEUR" | "ERR_NBRE_MAX_RESULTAT" | "ERR_RECHERCHE_VIDE" | "ERR_ECV_PARTICULIERS_EXISTENT" | "ERREUR_REFERENCE_PARTICULIER_EXISTANTE_TYPE" | "ERR_LIEU_NAISSANCE_OBLIGATOIRE" | "ERREUR_LIEU_NAISSANCE_INVALIDE" | "ERR_RECHERCHE_PARTICULIER" | "ERR_FORMAT_NUMINTERVENANT" | "ERR_NUMINTERVENANT_MANQUANT" | "ERR_NUMINTERVENANT_BLOQUE" | "ERR_MANDAT_ECHU" | "ERREUR_VALIDATION" | "ERREUR_TECHNIQUE" | "ERREUR_INCONNUE";
export type PaymentTotals = { readonly totalDocs: number; readonly currencies: readonly PaymentTotalsOfCurrency[] };
export type PaymentTotalsOfCurrency = { readonly currency: CurrencyCode; readonly count: number; readonly amount: number; readonly turnover: number; readonly vatDue: number };
export type PersonOfAccount = { readonly id: string; readonly name: string; readonly email: string; readonly role: Role; readonly joinedAt: number; readonly leftAt: number | null };
export type PersonalServiceActivity = "GARDE_ENFANT_HANDICAPE" | "ACCOMPAGNEMENT_ENFANT_HANDICAPE" | "AIDE_HUMAINE" | "CONDUITE_VEHICULE_PERSONNEL" | "AIDE_AU_DEPLACEMENT" | "ENTRETIEN_DE_LA_MAISON" | "JARDINAGE" | "BRICOLAGE" | "GARDE_ENFANT_PLUS_DE_6_ANS" | "SOUTIEN_SCOLAIRE_COURS_A_DOMICILE" | "SOIN_ESTHETIQUE_A_DOMICILE" | "PREPARATION_REPAS_A_DOMICILE" | "LIVRAISON_REPAS_A_DOMICILE" | "COLLECTE_ET_LIVRAISON_DE_LINGE_REPASSE" | "LIVRAISON_COURSES_A_DOMICILE" | "ASSISTANCE_INFORMATIQUE" | "SOINS_ET_PROMENADES_ANIMAUX_DE_COMPAGNIE_POUR_PERSONNES_DEPENDANTES" | "MAINTENANCE_ENTRETIEN_ET_VIGILANCE_DE_LA_RESIDENCE_PRINCIPALE" | "ASSISTANCE_ADMINISTRATIVE" | "ACCOMPAGNEMENT_ENFANT_PLUS_DE_6_ANS" | "TELEASSISTANCE" | "INTERPRETE_LANGUE_DES_SIGNES" | "CONDUITE_VEHICULE_PERSONNEL_EN_CAS_INVALIDITE_TEMPORAIRE" | "ACCOMPAGNEMENT_DEPLACEMENTS_EN_DEHORS_DU_DOMICILE" | "ASSISTANCE_PERSONNES_TEMPORAIREMENT_DEPENDANTES_A_DOMICILE" | "COORDINATION_ET_GESTION" | "DIVERS_NON_ELIGIBLE";
export type PlannedDuration = { readonly value: number; readonly unit: "hour" | "day" | "week" | "month" };
export type PlannedDurationInput = { readonly value: number; readonly unit: "hour" | "day" | "week" | "month" };
export type Product = { readonly id: string; readonly designation: string; readonly reference?: string | undefined; readonly description?: string | undefined; readonly type: "GOODS_SALE" | "SERVICE_DELIVERY" | "COMMERCIAL_OR_CRAFT_SERVICES" | "MANUFACTURED_GOODS_SALE" | "DISBURSEMENT"; readonly unit: "GRAM" | "HOUR" | "DAY" | "MONTH" | "KG" | "KM" | "L" | "BATCH" | "M" | "M2" | "M3" | "LINEAR_METER" | "PERSON" | "UNIT" | "T" | "WORD" | "PAGE" | "LEAFLET" | "PARAGRAPH" | "ARTICLE" | "LICENSE" | "WEEK" | "FIXED_RATE" | "YEAR" | "CHARACTER" | "LINE" | "MIN" | "OVERNIGHT_STAY"; readonly unitPrice: number; readonly priceWithoutTaxes: number; readonly priceWithTaxes: number; readonly purchasePrice?: number | undefined; readonly productMargin?: number | undefined; readonly lockUnitPrice: boolean; readonly vatCode: VatCode; readonly vatAmount: number; readonly taxesIncluded: boolean; readonly stock: number; readonly isStockable: boolean; readonly isDeliveryOfGood: boolean; readonly personalServiceActivity: boolean; readonly warnings?: readonly Warning[] | undefined };
export type ProductForm = { readonly designation: string; readonly type: CatalogType; readonly unit: CatalogUnit; readonly vatCode?: VatCode | undefined; readonly amountInCents?: number | null | undefined; readonly unitPrice?: number | null | undefined; readonly purchasePrice?: number | null | undefined; readonly productMargin?: number | null | undefined; readonly lockUnitPrice?: boolean | undefined; readonly taxesIncluded?: boolean | undefined; readonly isDeliveryOfGood?: boolean | undefined; readonly description?: string | null | undefined; readonly reference?: string | null | undefined; readonly stock?: number | undefined; readonly isStockable?: boolean | undefined; readonly personalServiceActivity?: boolean | undefined };
export type ProductPage = Page & { readonly docs: readonly Product[] };
export type ProductType = "sale_of_goods" | "service_delivery" | "commercial_or_craft_services" | "sale_of_manufactured_goods" | "disbursement";
export type ProductTypeInput = "sale_of_goods" | "service_delivery" | "commercial_or_craft_services" | "sale_of_manufactured_goods" | "disbursement";
export type ProductUnit = "gram" | "hour" | "day" | "month" | "kilogram" | "kilometer" | "liter" | "batch" | "meter" | "square_meter" | "cubic_meter" | "linear_meter" | "person" | "unit" | "ton" | "word" | "page" | "leaflet" | "paragraph" | "article" | "license" | "week" | "fixed_rate" | "year" | "character" | "line" | "minute" | "overnight_stay";
export type ProductUnitInput = "gram" | "hour" | "day" | "month" | "kilogram" | "kilometer" | "liter" | "batch" | "meter" | "square_meter" | "cubic_meter" | "linear_meter" | "person" | "unit" | "ton" | "word" | "page" | "leaflet" | "paragraph" | "article" | "license" | "week" | "fixed_rate" | "year" | "character" | "line" | "minute" | "overnight_stay";
export type RefundAssetBody = { readonly refundAt: Timestamp | null };
export type Reminder = { readonly inCopy: boolean; readonly frequency: "on_due_date" | "every_week"; readonly numberOfRemindersToSend: number; readonly active: boolean; readonly recipients?: readonly string[] | undefined };
export type ReminderInput = { readonly inCopy: boolean; readonly frequency: "on_due_date" | "every_week"; readonly numberOfRemindersToSend: number; readonly active: boolean; readonly recipients?: readonly Email[] | undefined };
export type RenderedMail = { readonly subject: string; readonly content: string; readonly text: string };
export type ReplayWebhookAnswer = { readonly queued: number };
export type ReplayWebhookBody = { readonly eventId?: Id | undefined; readonly from?: Timestamp | undefined; readonly to?: Timestamp | undefined; readonly types?: readonly EventTypeOrAll[] | undefined };
export type Role = "owner" | "member" | "accountant";
export type RotateApiKeyBody = { readonly overlapSeconds?: number | undefined };
export type RunningTotal = { readonly net: number; readonly vat: number; readonly total: number; readonly disbursements: number; readonly received: number; readonly invoiced: number; readonly credited: number };
export type Scope = "billing:read" | "billing:write" | "customers:read" | "customers:write" | "catalog:read" | "catalog:write" | "projects:read" | "projects:write" | "events:read" | "events:write" | "account:read" | "account:admin";
export type SendBillingByEmailBody = { readonly emails: readonly Email[]; readonly subject: string; readonly content: string; readonly inCopy?: boolean | undefined };
export type SendTestEmailSignatureBody = { readonly content?: string | undefined };
export type SeriesNumbering = { readonly format: string; readonly startsAt: number };
export type SeriesNumberingInput = { readonly format?: string | readonly NumberBlock[] | undefined; readonly startsAt?: number | undefined };
export type SetDefaultContactBody = { readonly defaultContactId: Id | null };
export type ShareCapital = { readonly amount: number; readonly currency: CurrencyCode; readonly isVariable?: boolean | undefined };
export type ShareCapitalInput = { readonly amount: number; readonly currency?: CurrencyCode | undefined; readonly isVariable?: boolean | undefined };
export type Task = { readonly id: string; readonly createdAt: number; readonly updatedAt: number; readonly name: string; readonly description: string; readonly rank: string; readonly priority: TaskPriority; readonly dueDate?: number | undefined; readonly doneAt?: number | undefined; readonly customerId?: string | undefined; readonly opportunityId?: string | undefined; readonly timeSpent?: number | undefined; readonly billedAt?: number | undefined; readonly billingId?: string | undefined; readonly test: boolean };
export type TaskChange = { readonly name?: string | undefined; readonly description?: string | undefined; readonly afterRank?: string | null | undefined; readonly rankMode?: "FIRST" | "LAST" | undefined; readonly customerId?: Id | null | undefined; readonly opportunityId?: Id | null | undefined; readonly priority?: TaskPriorityInput | undefined; readonly dueDate?: DueDate | null | undefined; readonly timeSpent?: number | null | undefined; readonly doneAt?: Timestamp | null | undefined };
export type TaskForm = { readonly name: string; readonly description: string; readonly afterRank?: string | null | undefined; readonly rankMode?: "FIRST" | "LAST" | undefined; readonly customerId?: Id | null | undefined; readonly opportunityId?: Id | null | undefined; readonly priority?: TaskPriorityInput | undefined; readonly dueDate?: DueDate | null | undefined; readonly timeSpent?: number | null | undefined };
export type TaskPage = Page & { readonly docs: readonly Task[] };
export type TaskPriority = "low" | "normal" | "high" | "urgent";
export type TaskPriorityInput = "low" | "normal" | "high" | "urgent";
export type TestWebhookAnswer = { readonly eventId: string; readonly type: "webhook.test" };
export type Theme = { readonly id: string; readonly name: string; readonly isBuiltIn: boolean; readonly basedOn?: "ardoise" | "plume" | "registre" | "marge" | "encre" | undefined; readonly structure: "band" | "letter" | "ledger" | "margin" | "plain"; readonly typeface: "Inter" | "Source Serif 4" | "IBM Plex Sans" | "Figtree"; readonly size: number; readonly density: "airy" | "compact"; readonly colours: ThemeColours; readonly columns: ThemeColumns; readonly logo?: ThemeLogo | undefined; readonly defaultFor: readonly ("estimate" | "invoice" | "asset" | "advance" | "purchase_order")[]; readonly createdAt?: number | undefined; readonly updatedAt?: number | undefined };
export type ThemeAssignments = { readonly invoice: string | null; readonly advance: string | null; readonly asset: string | null; readonly estimate: string | null; readonly purchase_order: string | null };
export type ThemeAssignmentsForm = { readonly invoice?: string | null | undefined; readonly advance?: string | null | undefined; readonly asset?: string | null | undefined; readonly estimate?: string | null | undefined; readonly purchase_order?: string | null | undefined };
export type ThemeChange = { readonly name?: string | undefined; readonly structure?: "band" | "letter" | "ledger" | "margin" | "plain" | undefined; readonly typeface?: "Inter" | "Source Serif 4" | "IBM Plex Sans" | "Figtree" | undefined; readonly size?: number | undefined; readonly density?: "airy" | "compact" | undefined; readonly colours?: ThemeColoursInput | undefined; readonly columns?: ThemeColumnsInput | undefined; readonly logo?: ThemeLogoInput | null | undefined };
export type ThemeColours = { readonly accent: string; readonly onAccent: string; readonly ink: string; readonly muted: string; readonly rule: string; readonly surface: string };
export type ThemeColoursInput = { readonly accent?: string | undefined; readonly onAccent?: string | undefined; readonly ink?: string | undefined; readonly muted?: string | undefined; readonly rule?: string | undefined; readonly surface?: string | undefined };
export type ThemeColumns = { readonly position: boolean; readonly reference: boolean; readonly unitPrice: boolean; readonly vat: boolean };
export type ThemeColumnsInput = { readonly position?: boolean | undefined; readonly reference?: boolean | undefined; readonly unitPrice?: boolean | undefined; readonly vat?: boolean | undefined };
export type ThemeForm = { readonly name: string; readonly basedOn?: "ardoise" | "plume" | "registre" | "marge" | "encre" | undefined; readonly structure?: "band" | "letter" | "ledger" | "margin" | "plain" | undefined; readonly typeface?: "Inter" | "Source Serif 4" | "IBM Plex Sans" | "Figtree" | undefined; readonly size?: number | undefined; readonly density?: "airy" | "compact" | undefined; readonly colours?: ThemeColoursInput | undefined; readonly columns?: ThemeColumnsInput | undefined; readonly logo?: ThemeLogoInput | null | undefined };
export type ThemeId = string;
export type ThemeLogo = { readonly format: "png" | "jpg"; readonly widthMm: number; readonly base64?: string | undefined };
export type ThemeLogoInput = { readonly format: "png" | "jpg"; readonly base64: string; readonly widthMm: number };
export type Threshold = { readonly name: "micro_goods" | "micro_services" | "franchise_goods" | "franchise_services"; readonly counts: "invoiced" | "collected"; readonly turnover: number; readonly limit: number; readonly upper?: number | undefined; readonly percent: number; readonly proRataDays?: number | undefined; readonly withOwed?: number | undefined; readonly crossed: boolean; readonly upperCrossedOn?: string | undefined; readonly crossesOn?: string | undefined; readonly lastYear: { readonly turnover: number; readonly limit: number; readonly crossed: boolean }; readonly consequence: "none" | "nearing" | "second_year" | "leaves_next_year" | "vat_next_year" | "vat_now"; readonly from?: string | undefined; readonly source: { readonly text: string; readonly on: string } };
export type Timeline = { readonly emittedAt: Timestamp; readonly paymentDelay: PaymentDelay; readonly customDueDate?: Timestamp | null | undefined; readonly deliveryDate?: Timestamp | null | undefined };
export type Timestamp = number;
export type Todo = { readonly act: "remind" | "complete" | "finalize" | "bill" | "remind_offer"; readonly situation: "draft" | "final" | "sent" | "part" | "paid" | "late" | "waiting" | "expiring" | "expired" | "signed" | "refused" | "canceled" | "refunded"; readonly billingId: string; readonly type: BillingType; readonly number?: string | undefined; readonly title?: string | undefined; readonly customerName?: string | undefined; readonly currency: CurrencyCode; readonly amount: number; readonly day?: string | undefined; readonly days?: number | undefined; readonly lacks: readonly Lacking[] };
export type Total = { readonly amountWithoutTaxBeforeDiscount: number; readonly amountWithoutTaxAfterDiscount: number; readonly amountWithTaxAfterDiscount: number; readonly remainingAmountWithoutTax: number; readonly remainingAmountWithTax: number; readonly vatDetails: readonly VatDetail[]; readonly discountAmount?: number | undefined; readonly amountWithoutTaxBeforeDiscountWithoutDisbursement: number; readonly remainingReconciliateAmount: number; readonly convertedAmounts?: ConvertedAmounts | undefined };
export type TurnoverOfMonth = { readonly month: string; readonly thisYear: Figure; readonly lastYear: Figure };
export type TurnoverSeries = { readonly year: Figure; readonly lastYearToDate: Figure; readonly months: readonly TurnoverOfMonth[] };
export type UpdateAdvanceAmountBody = { readonly mode: "AMOUNT" | "PERCENTAGE"; readonly amount?: number | undefined; readonly percentage?: number | undefined; readonly includeDisbursement?: boolean | undefined };
export type UpdateAssetCurrencyBody = { readonly currency: CurrencyCode; readonly currencyRate?: number | undefined };
export type UpdateAssetLocaleBody = { readonly locale: BillingLocale };
export type UpdateAssetReferencesBody = { readonly references: readonly CorrectedInvoiceInput[] };
export type UpdateBillingBankInformationBody = { readonly bankInformation: BankInformationInput | null };
export type UpdateBillingCustomerBody = { readonly customerId: Id };
export type UpdateBillingDeliveryAddressBody = { readonly deliveryAddress: AddressInput | null; readonly displayDeliveryAddress: boolean };
export type UpdateBillingIncludeDiscountDisbursementBody = { readonly includeDiscountDisbursement?: boolean | undefined };
export type UpdateBillingLinesBody = { readonly lines: readonly LineInput[]; readonly discount?: DiscountInput | null | undefined };
export type UpdateBillingOpportunityBody = { readonly opportunityId: Id | null };
export type UpdateBillingSapProductsBody = { readonly lines: readonly { readonly lineId: string; readonly ignore?: boolean | undefined; readonly quantityUnit?: "hour" | "fixed_rate" | undefined; readonly personalServiceActivity?: PersonalServiceActivity | undefined }[] };
export type UpdateBillingThemeBody = { readonly themeId: ThemeId | null };
export type UpdateBillingTitleBody = { readonly title: string | null };
export type UpdateEstimateAdvanceLinesBody = { readonly advances: readonly AdvanceItemInput[] };
export type UpdateEstimateCurrencyBody = { readonly currency: CurrencyCode; readonly currencyRate?: number | undefined };
export type UpdateEstimateLocaleBody = { readonly locale: BillingLocale };
export type UpdateInvoiceCurrencyBody = { readonly currency: CurrencyCode; readonly currencyRate?: number | undefined };
export type UpdateInvoiceFrequencyBody = { readonly from: string; readonly to: string; readonly frequency: number; readonly interval: "day" | "week" | "month" | "year"; readonly finalizeInvoice: boolean; readonly sendByMail: boolean; readonly inCopy: boolean };
export type UpdateInvoiceLocaleBody = { readonly locale: BillingLocale };
export type UpdateInvoicePaymentRequestBody = { readonly paymentRequest: PaymentRequestForm | null };
export type Usage = { readonly documentsToday: { readonly used: number; readonly limit?: number | undefined }; readonly storedBytes: { readonly used: number; readonly limit?: number | undefined }; readonly mailsInADay: { readonly used: number; readonly limit?: number | undefined } };
export type VatCode = "FR_210" | "FR_550" | "FR_850" | "FR_1000" | "FR_2000" | "FR_00HT" | "FR_00UE" | "FR_0HUE";
export type VatDetail = { readonly vatCode: VatCode; readonly amount: number; readonly vatRate: number };
export type VatFigure = { readonly amount: number; readonly lists: readonly ListOfFigure[]; readonly others: readonly OtherCurrency[] };
export type VatMention = "not_subject" | "second_hand_good" | "art_object" | "collection_antique" | "travel_agency" | "vat_not_applicable" | "vat_exemption" | "vat_exemption_eu_sale" | "vat_exemption_eu_service" | "vat_construction" | "vat_psychologist" | "vat_psychologist_2" | "vat_not_applicable_2" | "vat_reverse_charge" | "vat_reverse_charge_2" | "vat_reverse_charge_3" | "vat_reverse_charge_4" | "vat_reduced_rate" | "vat_reduced_rate_2" | "vat_article_261c_cgi" | "vat_exemption_294_cgi";
export type VatMentionInput = "not_subject" | "second_hand_good" | "art_object" | "collection_antique" | "travel_agency" | "vat_not_applicable" | "vat_exemption" | "vat_exemption_eu_sale" | "vat_exemption_eu_service" | "vat_construction" | "vat_psychologist" | "vat_psychologist_2" | "vat_not_applicable_2" | "vat_reverse_charge" | "vat_reverse_charge_2" | "vat_reverse_charge_3" | "vat_reverse_charge_4" | "vat_reduced_rate" | "vat_reduced_rate_2" | "vat_article_261c_cgi" | "vat_exemption_294_cgi";
export type VatOfPeriod = { readonly period: "month" | "quarter" | "year"; readonly from: string; readonly to: string; readonly rates: readonly VatOfRate[]; readonly total: VatFigure };
export type VatOfRate = { readonly vatCode: VatCode; readonly ratePercent: number; readonly onInvoices: number; readonly onReceipts: number; readonly amount: number };
export type Warning = { readonly title: string; readonly message: string; readonly name: "franchise_threshold_near" | "customer_without_email" | "customer_without_siren" | "due_date_in_the_past" | "payment_terms_too_long" | "reduced_rate_without_certificate" | "stock_below_zero" | "reminders_not_sent" | "online_payment_not_offered" | "payment_request_not_sent" | "price_with_part_of_cent" };
export type Webhook = { readonly id: string; readonly companyId: string; readonly url: string; readonly description: string; readonly events: readonly string[]; readonly isActivated: boolean; readonly test: boolean; readonly createdAt: number; readonly updatedAt: number; readonly source?: string | undefined; readonly disabledAt: number | null; readonly disabledReason: "gone" | "failing" | null; readonly failingSince: number | null; readonly formerSecretUntil: number | null };
export type WebhookAttempt = { readonly eventId: string; readonly type: string; readonly n: number; readonly at: number; readonly status: number | null; readonly latencyMs: number; readonly fault: string | null; readonly answer: string | null; readonly state: "waiting" | "delivered" | "given_up"; readonly nextAttemptAt: number | null };
export type WebhookAttemptPage = Page & { readonly docs: readonly WebhookAttempt[] };
export type WebhookChange = { readonly url?: string | undefined; readonly events?: readonly EventTypeOrAll[] | undefined; readonly isActivated?: boolean | undefined; readonly description?: string | undefined };
export type WebhookForm = { readonly url: string; readonly events: readonly EventTypeOrAll[]; readonly isActivated?: boolean | undefined; readonly description?: string | undefined; readonly source?: string | undefined };
export type WebhookPage = Page & { readonly docs: readonly Webhook[] };
export type WebhookWithSecret = Webhook & { readonly secret: string };
