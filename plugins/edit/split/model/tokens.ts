import { serviceToken } from '#core/kernel';
import type { AreaForm } from './area-form.ts';
import type { Splitting } from './splitting.ts';

// Inside this plugin only.
export const SPLITTING = serviceToken<Splitting>('split.Splitting');
export const AREA_FORM = serviceToken<AreaForm>('split.AreaForm');
