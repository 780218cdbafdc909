import type { AccountSettings, DocumentDefaults } from '../../domain/account/settings.ts';
import type { DisplaySettings } from '../../domain/billing/document/display-settings.ts';
import { lacksMethodText } from '../../domain/billing/document/terms/missing-payment-terms.ts';
import { parseFormat } from '../../domain/billing/numbering/number-format.ts';
import { type Numbering, type NumberingChange, renumbered } from '../../domain/billing/numbering/numbering.ts';
import { type NumberFormat, type SeriesPrefix, seriesPrefixes } from '../../domain/billing/numbering/series.ts';
import type { Address } from '../../domain/customers/address.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { sirenOfSiret } from '../../domain/customers/customer.ts';
import { electronicAddressProblem } from '../../domain/einvoicing/electronic-address.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { isZone } from '../../domain/time/civil-day.ts';
import { type CompanyForm, displayFromForm } from '../../schemas/account/company-form.ts';
import { legalTextsFrom, withoutLegalTexts } from '../../schemas/billing/document/text-members.ts';

/** Which number series are already in use this year. */
export type Numbered = { year: number; inUse: readonly string[] };
type Problem = Refused<
  | 'electronic_address_of_another_siren'
  | 'zone_unknown'
  | 'other_payment_method_missing'
  | 'number_format_unusable'
  | 'number_format_in_use'
>;

/** Applies a company form to the account's settings. */
export function settingsFromCompanyForm(
  before: AccountSettings,
  form: CompanyForm,
  numbered: Numbered,
): AccountSettings | Problem {
  const { zone = before.zone, name, bankInformation } = form;
  if (!isZone(zone)) return { refused: 'zone_unknown', zone };
  const numbering = revisedNumbering(before.numbering, form.numbering, numbered);
  if (isRefusal(numbering)) return numbering;
  const { bank: _, activityBeganOn: began, mailSignature: signed, ...kept } = before;
  const activityBeganOn = form.activityBeganOn === undefined ? began : form.activityBeganOn;
  const mailSignature = form.mailSignature === undefined ? signed : form.mailSignature?.trim();
  const bank = bankInformation === undefined ? before.bank : bankInformation;
  const defaults = revisedDefaults(before.defaults, form.defaults ?? {});
  const saysMethods = form.defaults?.paymentMethods !== undefined || form.defaults?.otherPaymentMethod !== undefined;
  if (saysMethods && lacksMethodText(defaults)) return { refused: 'other_payment_method_missing' };
  const emitter = revisedEmitter(before.emitter, form);
  const siren = emitter.siret === undefined ? undefined : sirenOfSiret(emitter.siret);
  const foreign = electronicAddressProblem(emitter.electronicAddress, siren);
  if (foreign) return foreign;
  return {
    ...kept,
    ...(bank && { bank }),
    ...(activityBeganOn && { activityBeganOn }),
    ...(mailSignature && { mailSignature }),
    name: name ?? before.name,
    zone,
    currency: form.currency ?? before.currency,
    vatRegime: form.vatRegime ?? before.vatRegime,
    customerSirenRequired: form.customerSirenRequired ?? before.customerSirenRequired,
    ...(form.vatDeclaredQuarterly !== undefined && { vatDeclaredQuarterly: form.vatDeclaredQuarterly }),
    ...(form.microSocial && { microSocial: form.microSocial }),
    ...(form.auditHeadsByMail !== undefined && { auditHeadsByMail: form.auditHeadsByMail }),
    ...(form.bankMatchedByItself !== undefined && { bankMatchedByItself: form.bankMatchedByItself }),
    ...(form.supplierInvoicesByMail !== undefined && { supplierInvoicesByMail: form.supplierInvoicesByMail }),
    ...(form.companySearchAllowed !== undefined && { companySearchAllowed: form.companySearchAllowed }),
    emitter,
    defaults,
    numbering: numbering as Numbering,
  };
}

function revisedEmitter(before: AccountSettings['emitter'], form: CompanyForm): AccountSettings['emitter'] {
  const { name, fullName, commercialName, email, phone, address, siret, vatNumber, legalStatus } = form;
  const { rcsNumber, rcsCity, rneNumber, rsacNumber, sapAgreementNumber, shareCapital, insurance, mediator } = form;
  const { electronicAddress = isOtherSiren(before, siret) ? null : undefined } = form;
  const numbers = {
    siret,
    vatNumber,
    electronicAddress,
    rcsNumber,
    rcsCity,
    rneNumber,
    rsacNumber,
    sapAgreementNumber,
  };
  return revised(before, {
    ...{ name, fullName, commercialName, email, phone, legalStatus, ...numbers },
    shareCapital: shareCapital && filledOf(shareCapital),
    insurance: insurance && filledOf(insurance),
    mediator: mediator && filledOf(mediator),
    // Stored as null if false: then documents must not print the statement.
    vatOnDebits: form.vatOnDebits === false ? null : form.vatOnDebits,
    address: address && (revised(address, { line2: address.line2 || null }) as Address),
  });
}

/** Another business has another electronic address, so the earlier one goes with the SIREN. */
const isOtherSiren = (before: AccountSettings['emitter'], siret: string | null | undefined): boolean =>
  siret !== undefined && sirenOfSiret(siret ?? '') !== sirenOfSiret(before.siret ?? '');

/** A form without its empty members. */
const filledOf = <Form extends object>(form: Form): { [M in keyof Form]: Exclude<Form[M], null | undefined> } =>
  Object.fromEntries(
    Object.entries(form).filter(([, value]) => value && (typeof value !== 'string' || value.trim())),
  ) as never;

function revisedDefaults(before: DocumentDefaults, form: NonNullable<CompanyForm['defaults']>): DocumentDefaults {
  const { latePenalty, lumpSumCompensation, discountAdvancePayment, displaySettings, ...said } = form;
  const { isOnlinePaymentActivated, ...same } = withoutLegalTexts(said);
  return {
    ...revised(before, {
      ...same,
      ...legalTextsFrom(said),
      onlinePayment: isOnlinePaymentActivated,
    }),
    // null means "no penalty" here, not "default".
    latePenalty: latePenalty === undefined ? before.latePenalty : (latePenalty as DocumentDefaults['latePenalty']),
    lumpSumCompensation:
      lumpSumCompensation === undefined
        ? before.lumpSumCompensation
        : (lumpSumCompensation as DocumentDefaults['lumpSumCompensation']),
    discountForAdvancePayment:
      discountAdvancePayment === undefined
        ? before.discountForAdvancePayment
        : (discountAdvancePayment as DocumentDefaults['discountForAdvancePayment']),
    display: revised(before.display, displayFromForm(displaySettings ?? {})) as DisplaySettings,
  };
}

type NumberingForm = NonNullable<CompanyForm['numbering']>;

function revisedNumbering(
  before: Numbering,
  input: NumberingForm | undefined,
  numbered: Numbered,
): Numbering | Problem {
  if (!input) return before;
  const change: { -readonly [Prefix in SeriesPrefix]?: NumberingChange[Prefix] } = {};
  for (const series of seriesPrefixes) {
    const chosen = input[series];
    if (chosen === undefined) continue;
    const format = chosen?.format === undefined ? undefined : readFormat(chosen.format);
    if (chosen?.format !== undefined && !format)
      return { refused: 'number_format_unusable', series, reason: 'unreadable' };
    change[series] = chosen && { format, startsAt: chosen.startsAt };
  }
  return renumbered(before, change, numbered);
}

const readFormat = (input: string | NumberFormat): NumberFormat | undefined =>
  typeof input === 'string' ? parseFormat(input) : input;
