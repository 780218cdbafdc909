/**
 * The path of PUBLIC_URL, written into the page by the service; empty at the root of a host. Every
 * URL of the service starts with it.
 */
export const basePath = (globalThis as WithPage).document?.documentElement.dataset.path ?? '';

/** Tests without a browser import this file too. */
type WithPage = { readonly document?: { readonly documentElement: { readonly dataset: { readonly path?: string } } } };
