// The members of every kind of document and their parts, as section 2 of the interface lists them:
// `name:type`, `?` if optional, `|null` if nullable, `[]` for a list.

const money =
  'amountWithoutTaxBeforeDiscount:number amountWithoutTaxAfterDiscount:number amountWithTaxAfterDiscount:number';
const remaining = 'remainingAmountWithoutTax:number remainingAmountWithTax:number';
const invoiceSums = `${money} ${remaining} remainingReconciliateAmount:number vatDetails:VatDetail[] discountAmount?:number
  amountWithoutTaxBeforeDiscountWithoutDisbursement:number`;
const estimateSums = `${money} ${remaining} remainingAmountToBill:number billedAmountWithoutTax:number
  billedAmountWithTax:number amountWithoutTaxBeforeDiscountWithoutDisbursement:number
  remainingAmountWithoutTaxWithoutDisbursement:number vatDetails:VatDetail[] discountAmount?:number`;
const display = `displayFullName:boolean displayEmail:boolean displayPhoneNumber:boolean displaySAPAgreement:boolean
  displayLegalStatus:boolean displayRequiredMentionsProduct:boolean displayMemberOfAnApprovedAssociation:boolean
  displayFacturierLogo:boolean displayTitle:boolean displayGoodForApproval?:boolean`;
const amounts = `priceWithoutTaxBeforeDiscount:number priceWithoutTaxAfterDiscount:number vatAmount:number
  priceTotalTax:number`;

/** Our additions (docs/interface/gaps.md). */
const legalIdentity = `electronicAddress?:string rcsCity?:string rneNumber?:string shareCapital?:ShareCapital vatOnDebits?:boolean
  insurance?:Insurance mediator?:Mediator`;

/**
 * Members of every billing document; `customerOrderNumber`, `serviceCode`, `contractNumber`,
 * `situation` and `situationDays` are ours.
 */
const common = `id:string number?:string title?:string state:State customer:Customer locale:string emittedAt:number
  archivedAt?:number opportunity?:Opportunity locked?:boolean finalizable:boolean test:boolean isEditable:boolean
  currencyCode:string currency:Currency lastDownloadAt?:number attachments:File[]
  finalizeRequirements:FinalizeRequirement[] warnings:Warning[] emitter:Emitter bankInformation?:BankInformation
  billingLegals:BillingLegals createdAt:number updatedAt:number deliveryDate?:number
  invoicingPeriod?:InvoicingPeriod compatibilityVersion:V3
  isDeletable:boolean displayDeliveryAddress:boolean finalizedAt?:number lastSendByEmailAt?:number themeId?:string
  paymentDelay:string discount?:Discount customerOrderNumber?:string serviceCode?:string contractNumber?:string situation:string
  situationDays?:number`;
const terms = `latePenalty?:Term lumpSumCompensation?:Term discountAdvancePayment:Term|null`;
const nullableTerms = `latePenalty:Term|null lumpSumCompensation:Term|null discountAdvancePayment:Term|null`;

const estimateAlone = `type:offer ${common} ${terms} dueAt?:number expiredAt:number refusedAt?:number signedAt?:number
  lines:Line[] sections?:Section[] total:EstimateTotal displaySettings:DisplaySettings advanceEstimateLines:AdvanceEstimateLines
  withElectronicSignature:boolean electronicSignature:ElectronicSignature
  electronicSignatureRequirements:FinalizeRequirement[] hasFinalInvoice:boolean includeDiscountDisbursement:boolean
  estimateFee?:EstimateFee plannedDuration?:PlannedDuration`;
const bill = `${common} ${terms} paidAt?:number lastReminderSentAt?:number isReminderActivated:boolean
  isOnlinePaymentActivated:boolean reminder?:Reminder reminding?:Reminding hasAssociatedTransaction:boolean canceledAt?:number
  assets?:AssetOfDocument[] settlement:Settlement`;
const invoiceAlone = `type:invoice ${bill} dueAt:number isFinalInvoice:boolean lines:Line[] sections?:Section[] total:InvoiceTotal
  displaySettings:InvoiceDisplaySettings paymentRequest:PaymentRequest|null frequency?:Frequency
  occurrence?:Occurrence   includeDiscountDisbursement:boolean expiredAt?:number`;
const advanceAlone = `type:advance ${bill} dueAt?:number designation:string description?:string total:Total
  displaySettings:DisplaySettings advanceMode:string advancePercentage:number advanceAmount:number
  includeDisbursement:boolean`;

export const shapes: Readonly<Record<string, string>> = {
  Estimate: `${estimateAlone} advances:AdvanceAlone[]`,
  Invoice: `${invoiceAlone} parent?:Estimate`,
  Advance: `${advanceAlone} parent?:Estimate`,
  Asset: `type:asset ${common} ${nullableTerms} dueAt?:number lines:Line[] sections?:Section[] total:InvoiceTotal parent?:Credited
    advances?:AdvanceAlone[] refundAt?:number displaySettings:InvoiceDisplaySettings
    includeDiscountDisbursement:boolean references?:Reference[] toRefundAmount?:number`,
  EstimateAlone: estimateAlone,
  InvoiceAlone: invoiceAlone,
  AdvanceAlone: advanceAlone,

  Customer: `id:string legacyId:string currency?:string firstname?:string lastname?:string phoneNumber?:string
    emails:string[] billingAddress:Address deliveryAddress?:Address deliveryAddressIsSame:boolean language?:string
    name:string commercialName?:string siren?:string siret?:string nafCode?:string vatNumber?:string token:string
    parent?:Customer contactId?:string organizationId?:string isDefault?:boolean test:boolean`,
  Address: 'line1:string line2?:string city:string zipCode:string country:string',
  InvoicingPeriod: 'from:number to:number',
  Currency: 'currencyCode:string currencyDate:number currencyRate:number origin:string',
  FinalizeRequirement: 'name:string message:string',
  Warning: 'title:string message:string name:string',
  Settlement: `deductedAmountWithTax:number creditedAmountWithTax:number paidAmount:number refundedAmount:number
    remainingAmount:number toRefundAmount:number`,
  Emitter: `name?:string fullName?:string email?:string phone?:string commercialName?:string siret?:string
    vatNumber?:string rcsNumber?:string|null rsacNumber?:string|null legalStatus?:string sapAgreementNumber?:string
    hasVat?:boolean ${legalIdentity}`,
  ShareCapital: 'amount:number currency:string isVariable?:boolean',
  Insurance: 'kind?:string insurer:string contact:string policyNumber?:string area:string',
  Mediator: 'name:string contact:string website?:string',
  BankInformation: 'bic:string iban:string holder:string',
  BillingLegals: `headerNote?:string footerNote?:string generalTermsAndConditionsOfSale?:string
    mentionMediator?:string vatMention:string paymentMethods:string[] otherPaymentMethod?:string`,
  Section: `title:string lineCount:number amountWithoutTax:number amountWithTax:number convertedAmounts?:SectionSums`,
  SectionSums: 'amountWithoutTax:number amountWithTax:number',
  Line: `generatedId?:string id?:string productId?:string section?:string unitPrice:number unitPriceHT:number quantity?:number
    quantityUnit?:string designation:string reference?:string description?:string isDeliveryOfGoods:boolean type?:string
    vatCode?:string personalServiceActivity?:string ${amounts} discountAmount:number discount:Discount
    convertedAmounts?:ConvertedLineAmounts isTaxIncluded?:boolean`,
  Discount: 'amount:number mode:DiscountMode',
  ConvertedLineAmounts: `${amounts} discountAmount?:number`,
  InvoiceTotal: `${invoiceSums} convertedAmounts?:ConvertedInvoiceTotal`,
  ConvertedInvoiceTotal: invoiceSums,
  Total: `${invoiceSums} convertedAmounts?:ConvertedTotal`,
  ConvertedTotal: `${invoiceSums} remainingAmountToBill:number billedAmountWithoutTax:number
    billedAmountWithTax:number remainingAmountWithoutTaxWithoutDisbursement:number`,
  EstimateTotal: `${estimateSums} convertedAmounts?:ConvertedEstimateTotal`,
  ConvertedEstimateTotal: estimateSums,
  VatDetail: 'vatCode:string amount:number vatRate:number',
  Reminding: 'sent:number nextAt:number|null stopped?:string',
  Reminder: 'inCopy:boolean frequency:string numberOfRemindersToSend:number active:boolean recipients:string[]',
  Term: 'value:string otherValue?:string',
  DisplaySettings: display,
  InvoiceDisplaySettings: `${display} displayEstimateNumber?:boolean`,
  AdvanceEstimateLines: 'advances:PlannedAdvance[] totals:PlannedTotals convertedTotals:PlannedTotals',
  PlannedAdvance: 'value:number mode:string paymentCondition?:string customPaymentCondition?:string|null',
  PlannedTotals: `totalAmountWithoutTax:number totalAmountWithTax:number remainingTotalAmountWithoutTax:number
    remainingTotalAmountWithTax:number`,
  ElectronicSignature: `id:string canceledAt:number|null signedAt:number|null refusedAt:number|null
    procedureId:string|null magicLink:string|null status:string followUp?:SignatureFollowUp`,
  SignatureFollowUp: `emails:string[] withCode:boolean message?:string askedAt:number activatedAt?:number openedAt?:number
    reminders:number remindedAt?:number emailVerifiedAt?:number signer?:string refusalReason?:string refusalWord?:string`,
  AssetOfDocument: 'id:string number:string amountWithTax:number',
  Reference: 'number:string date:number',
  EstimateFee: 'amount:number isDeducted:boolean',
  PlannedDuration: 'value:number unit:string',
};

/** Named types that are neither a shape nor a JavaScript type. */
const words: Readonly<Record<string, readonly string[]>> = {
  State: ['draft', 'finalized', 'signed', 'refused', 'paid'],
  DiscountMode: ['PERCENTAGE', 'AMOUNT'],
  V3: ['V3'],
  offer: ['estimate', 'purchase_order'],
  invoice: ['invoice'],
  advance: ['advance'],
  asset: ['asset'],
};

/** The paths of values with a wrong type. */
export function misfits(type: string, value: unknown, at: string): string[] {
  if (type.endsWith('|null')) return value === null ? [] : misfits(type.slice(0, -5), value, at);
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((entry, index) => misfits(type.slice(0, -2), entry, `${at}[${index}]`));
  }
  const known = words[type];
  if (known) return known.includes(value as string) ? [] : [`${at} is ${String(value)}`];
  if (type === 'Credited')
    return misfits((value as { type: string }).type === 'advance' ? 'AdvanceAlone' : 'InvoiceAlone', value, at);
  const shape = shapes[type];
  if (shape) return misfitsInShape(shape, value, at);
  // The remaining names are results of `typeof`.
  return typeof value === type && !Number.isNaN(value) ? [] : [`${at} is ${JSON.stringify(value)}, no ${type}`];
}

function misfitsInShape(shape: string, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${at} is ${String(value)}`];
  const members = new Map(
    shape
      .trim()
      .split(/\s+/)
      .map((member) => {
        const [name = '', type = ''] = member.split(':');
        return [name.replace('?', ''), { type, isOptional: name.endsWith('?') }];
      }),
  );
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => !members.has(name));
  return [
    ...unknown.map((name) => `${at}.${name} is not of the interface`),
    ...[...members].flatMap(([name, { type, isOptional }]) => {
      if (!(name in given)) return isOptional ? [] : [`${at}.${name} is missing`];
      if (isOptional && !type.endsWith('|null') && given[name] === '') return [`${at}.${name} is empty, not absent`];
      return misfits(type, given[name], `${at}.${name}`);
    }),
  ];
}
