import { Documents } from './documents.tsx';

export const Screen = () => <Documents register="estimates" />;
