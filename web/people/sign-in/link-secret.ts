/** The one-time secret of a link. It stands behind the # so that it is sent to nobody and logged nowhere; here it leaves the address too. */
export function takeLinkSecret(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('secret');
  if (found) {
    history.replaceState(history.state, '', location.pathname);
    taken = found;
  }
  return taken;
}

let taken = '';
