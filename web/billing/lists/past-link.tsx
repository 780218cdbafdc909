import { Link } from '@tanstack/react-router';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';

/** Milliseconds: documents of another program come seldom. */
const FRESH_MS = 300_000;

/** Leads to the documents that another program issued, if there are any. */
export function PastDocumentsLink() {
  const words = useTranslations('lists');
  const { data } = useOperation('list-past-documents', { query: { limit: 1 } }, { freshMs: FRESH_MS });
  if (!data || data.totalDocs === 0) return null;
  return (
    <Link to="/documents-repris" className="btn quiet">
      {words.past}
    </Link>
  );
}
