import { serviceToken } from '#core/kernel';
import type { FacadeForm } from './facade-form.ts';

// Inside this plugin only.
export const FACADE = serviceToken<FacadeForm>('facades.Facade');
