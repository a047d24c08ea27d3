import { serviceToken } from '#core/kernel';
import type { AskedValues } from './new-values.ts';

export const ASKED_VALUES = serviceToken<AskedValues>('attributes.AskedValues');
