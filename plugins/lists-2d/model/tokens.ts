import { serviceToken } from '#core/plugin';
import type { ListForm } from './form.ts';

// Inside this plugin only.
export const FORM = serviceToken<ListForm>('lists-2d.Form');
