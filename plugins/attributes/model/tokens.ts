import { serviceToken } from '#core/plugin';
import type { AskedValues } from './new-values.ts';

export const ASKED_VALUES = serviceToken<AskedValues>('attributes.AskedValues');
