import { serviceToken } from '#core/kernel';
import type { TransformForm } from './form.ts';

// Inside this plugin only.
export const FORM = serviceToken<TransformForm>('transform.Form');
