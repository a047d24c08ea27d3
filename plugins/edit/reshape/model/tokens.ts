import { serviceToken } from '#core/kernel';
import type { ReshapeForm } from './form.ts';

// Inside this plugin only.
export const FORM = serviceToken<ReshapeForm>('reshape.Form');
