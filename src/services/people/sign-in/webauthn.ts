import type { PersonalContext } from '../personal-context.ts';

/** The library is loaded when somebody first uses a passkey: most services never see one. */
export const webauthn = () => import('@simplewebauthn/server');

/** Whose site a passkey is for: the name of the service's public address, which is the page it is used on. */
export function siteOf({ environment }: Pick<PersonalContext, 'environment'>): {
  expectedOrigin: string;
  expectedRPID: string;
} {
  const { origin, hostname } = new URL(environment.publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}
