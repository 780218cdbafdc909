import { useState } from 'react';
import { weekday } from '../ground/days.tsx';
import { Page } from '../ground/parts/page.tsx';
import { useLanguage, useWords } from '../words/language.ts';

export function Screen() {
  const words = useWords('home');
  const language = useLanguage();
  const [now] = useState(() => Date.now() / 1000);
  return (
    <Page title={words.title} heading={weekday(now, language)}>
      <div />
    </Page>
  );
}
