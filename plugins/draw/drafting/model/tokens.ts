import { serviceToken } from '#core/kernel';
import type { Drafting } from './drafting.ts';

export const DRAFTING = serviceToken<Drafting>('drafting.Drafting');
