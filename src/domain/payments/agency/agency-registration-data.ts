import type { AgencyRegistration } from './registration.ts';
import { FRANCE, type RegistrationInput } from './registration-input.ts';

/**
 * A registration in Urssaf's format. Input without `registrationFaults` has a town of birth if
 * born in France.
 */
export function registrationOf({ birthPlace, ...input }: RegistrationInput): AgencyRegistration {
  const { country, townCode, town } = birthPlace;
  if (country !== FRANCE || townCode === undefined || town === undefined) return { ...input, birthPlace: { country } };
  const { department, code } = partsOfTownCode(townCode);
  return { ...input, birthPlace: { country, department, town: { code, name: town } } };
}

/**
 * A town as department and town code of three characters each, as Urssaf requires: 37261 is 037
 * and 261, 2A004 is 02A and 004. Overseas departments use three characters of the five: 97209 is
 * 972 and 009.
 */
function partsOfTownCode(townCode: string): { department: string; code: string } {
  return /^9[78]/.test(townCode)
    ? { department: townCode.slice(0, 3), code: `0${townCode.slice(3)}` }
    : { department: `0${townCode.slice(0, 2)}`, code: townCode.slice(2) };
}
