import type { Emitter } from '../../account/settings.ts';

/**
 * Who worked, as the agency wants it said of each line: SAP and nine digits where the number of the declaration of personal services is
 * one of those, else SIR and the SIRET. Undefined where neither is known (ERR_NUMINTERVENANT_MANQUANT).
 */
export function workerNumber({ sapAgreementNumber = '', siret = '' }: Emitter): string | undefined {
  const [, digits] = /^(?:SAP)?(\d{9})$/i.exec(sapAgreementNumber.replace(/[\s.-]/g, '')) ?? [];
  if (digits !== undefined) return `SAP${digits}`;
  const plain = siret.replace(/\s/g, '');
  return /^\d{14}$/.test(plain) ? `SIR${plain}` : undefined;
}
