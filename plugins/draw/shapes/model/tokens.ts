import { serviceToken } from '#core/kernel';
import type { ListForm } from './list-form.ts';

// Inside this plugin only.
export const FORM = serviceToken<ListForm>('shapes.Form');
