import { Documents } from './document-list.tsx';

export const Screen = () => <Documents register="estimates" />;
