import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Refusal } from '../../app/components/error-message.tsx';
import { call } from '../../client/call.ts';
import type { Billing } from './document-queries.ts';

/** Height of a page for its width: A4. */
const A4 = 841.89 / 595.28;

/** The pages of a document by the printer itself, each a sheet. One empty sheet stands until they are there; the text beside says the same. */
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
      <Refusal error={error} />
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

/** All pages in one picture. What stands is drawn once; it is asked for again only after an act about it. */
const usePicture = ({ id }: Billing) =>
  useQuery({
    queryKey: ['preview-billing', id],
    queryFn: async ({ signal }) => (await call('preview-billing', { billingId: id, query: {} }, { signal })).text(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** How many pages stand one below the other in a picture. */
function pagesIn(picture: string): number {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture.slice(0, 500)) ?? [];
  return Math.max(1, Math.round(Number(height) / Number(width) / A4) || 1);
}
