import type { Emitter } from '../../account/settings.ts';

/**
 * The worker number Urssaf requires on each line: SAP and nine digits if the declaration number
 * of personal services has that form, otherwise SIR and the SIRET. Undefined without both
 * (ERR_NUMINTERVENANT_MANQUANT).
 */
export function workerNumber({ sapAgreementNumber = '', siret = '' }: Emitter): string | undefined {
  const [, digits] = /^(?:SAP)?(\d{9})$/i.exec(sapAgreementNumber.replace(/[\s.-]/g, '')) ?? [];
  if (digits !== undefined) return `SAP${digits}`;
  const plain = siret.replace(/\s/g, '');
  return /^\d{14}$/.test(plain) ? `SIR${plain}` : undefined;
}
