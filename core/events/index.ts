import { serviceToken } from '#core/kernel';
import type { EventBus as Bus } from './bus.ts';

export { EventBus, type Facts } from './bus.ts';
export const EVENT_BUS = serviceToken<Bus>('core.EventBus');
