import { serviceToken } from '#core/kernel';
import type { ListForm } from './form.ts';

// Inside this plugin only.
export const FORM = serviceToken<ListForm>('lists-2d.Form');
