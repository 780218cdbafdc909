import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { call } from '../../client/call.ts';
import type { Billing } from './document-queries.ts';

/** Height to width ratio of an A4 page. */
const A4 = 841.89 / 595.28;

/**
 * The pages as rendered by the printer. An empty page stands in until they load; the text version
 * has the same content.
 */
export function PrintedPages({ billing }: { billing: Billing }) {
  const { data: picture, error } = usePicture(billing);
  const sheets = useRef<HTMLDivElement>(null);
  const count = picture === undefined ? 1 : pagesIn(picture);
  useEffect(() => {
    if (picture === undefined) return;
    const address = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
    for (const page of sheets.current?.querySelectorAll('img') ?? []) page.src = address;
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  return (
    <>
      <ErrorMessage error={error} />
      <div className="printed" aria-hidden="true" ref={sheets}>
        {Array.from({ length: count }, (_, page) => (
          <div className="printed-page" key={page}>
            {picture !== undefined && (
              <img alt="" style={{ objectPosition: `0 ${count > 1 ? (page / (count - 1)) * 100 : 0}%` }} />
            )}
          </div>
        ))}
      </div>
    </>
  );
}

/** All pages in one image, cached until the next action on the document. */
const usePicture = ({ id }: Billing) =>
  useQuery({
    queryKey: ['preview-billing', id],
    queryFn: async ({ signal }) => (await call('preview-billing', { billingId: id, query: {} }, { signal })).text(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Number of pages stacked in an image. */
function pagesIn(picture: string): number {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture.slice(0, 500)) ?? [];
  return Math.max(1, Math.round(Number(height) / Number(width) / A4) || 1);
}
