import { language } from './output.ts';

/** Formats a duration: days from two up, hours and minutes, minutes, or seconds. */
export function inSpan(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} ${language() === 'fr' ? 'j' : 'd'}`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}
