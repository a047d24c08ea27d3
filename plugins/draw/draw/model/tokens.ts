import { serviceToken } from '#core/kernel';
import type { FinishDraw } from './finish-draw.ts';

/** The modal that asks what a drawn path is; inside this plugin only. */
export const FINISH_DRAW = serviceToken<FinishDraw>('draw.FinishDraw');
