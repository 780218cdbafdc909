import * as z from 'zod';
import { scopes } from '../domain/account/scope.ts';
import type { KeyRecord } from '../store/api-keys.ts';
import { worded } from './named.ts';
import { filledText, NAME_MAX } from './text.ts';
import { timestamp } from './timestamp.ts';
