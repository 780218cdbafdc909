import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { monthOf, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAction } from '../app/use-action.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import './book-parts.css';

// What the screens of the receipts book and of the register of purchases share.

/** Past years offered. */
const YEARS = 6;

/** The year, and which part of it, in the address of a book. */
export function Period({
  period,
  to,
