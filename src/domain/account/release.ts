/** The latest release of the project. */
export const RELEASES_URL = 'https://api.github.com/repos/facturier/facturier/releases/latest';

/** A published release of the program. */
export type Release = {
  /** Such as `1.1.0`. */
  readonly version: string;
  /** The page that says what is new; https. */
  readonly url: string;
  /** Unix seconds. */
  readonly publishedAt?: number;
};

/** Why the feed of releases could not be read. */
export const updateFaults = [
  'name_not_found',
  'connection',
  'timeout',
  'tls',
  'address_forbidden',
  'status',
  'too_long',
  'unreadable',
] as const;
export type UpdateFault = (typeof updateFaults)[number];

/** The result of a check. `status`: the HTTP status, if that was wrong. Times are Unix seconds. */
export type UpdateCheck = { readonly at: number } & (
  | { readonly release: Release | null }
  | { readonly fault: UpdateFault; readonly status?: number }
);

/** Semantic Versioning 2.0.0, without build metadata. */
const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?$/;

/** Whether the text is the version of a final release: a pre-release is only for trying out. */
export const isFinalVersion = (text: string): boolean => {
  const parts = VERSION.exec(text);
  return parts !== null && parts[4] === undefined;
};

/**
 * Whether a final release is newer than the installed version. A pre-release is older than the
 * release of the same number; two pre-releases of the same number are not compared.
 */
export function isNewer(offered: string, installed: string): boolean {
  const [theirs, ours] = [VERSION.exec(offered), VERSION.exec(installed)];
  if (!theirs || !ours || theirs[4] !== undefined) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(theirs[part]) - Number(ours[part]);
    if (difference !== 0) return difference > 0;
  }
  return ours[4] !== undefined;
}
