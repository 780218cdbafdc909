import { Link } from '@tanstack/react-router';
import { useTranslations } from '../locales/language.ts';
import { type CustomerSearch, customerViews } from './customer-url.ts';

/** Tabs of a customer, each with its own address. */
export function CustomerViews({ id, search }: { id: string; search: CustomerSearch }) {
  const words = useTranslations('customers').page.views;
  const { vue: here, ...others } = search;
  return (
    <nav className="views" aria-label={words.label}>
      {[undefined, ...customerViews].map((vue) => (
        <Link
          key={vue ?? ''}
          to="/clients/$id"
          params={{ id }}
          search={(vue ? { ...others, vue } : others) as never}
          replace
          resetScroll={false}
          activeProps={{}}
          aria-current={vue === here ? 'page' : undefined}
        >
          {words[vue ?? 'overview']}
        </Link>
      ))}
    </nav>
  );
}
