/** Characters that need no encoding in URLs, cookies and HTML. */
const PUBLIC_PATH = /^(?:\/[A-Za-z0-9._~-]+)*$/;

/** Maximum characters of a public address. */
export const PUBLIC_URL_MAX = 300;

/**
 * Parses the public address of the service: https, without credentials or parameters, possibly with
 * a path. Returns it without a trailing slash, or what is wrong: the address, or only its path.
 */
export function parsePublicUrl(text: string): { url: string } | { wrong: 'address' } | { wrong: 'path'; asked: URL } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url?.protocol !== 'https:' ||
    url.username ||
    url.password ||
    url.search ||
    url.hash ||
    url.hostname.includes('*')
  )
    return { wrong: 'address' };
  const path = url.pathname.replace(/\/$/, '');
  if (!PUBLIC_PATH.test(path)) return { wrong: 'path', asked: url };
  // A trailing dot names the same host, and browsers drop it.
  return { url: url.origin.replace(/\.(?=:\d+$|$)/, '') + path };
}
