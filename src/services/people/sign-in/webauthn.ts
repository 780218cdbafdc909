import type { PersonalContext } from '../personal-context.ts';

/** The library is loaded on first use: most services never use a passkey. */
export const webauthn = () => import('@simplewebauthn/server');

/** The site of a passkey: the host of the service's public address. */
export function siteOf({ environment }: Pick<PersonalContext, 'environment'>): {
  expectedOrigin: string;
  expectedRPID: string;
} {
  const { origin, hostname } = new URL(environment.publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}
