import type { words as french } from '../fr/home.ts';

export const words: typeof french = { title: 'Home' };
