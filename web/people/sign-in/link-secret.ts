/**
 * The one-time secret of a link. It comes after the #, so that it is never sent or logged; here it
 * is also removed from the address.
 */
export function takeLinkSecret(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('secret');
  if (found) {
    history.replaceState(history.state, '', location.pathname);
    taken = found;
  }
  return taken;
}

let taken = '';
