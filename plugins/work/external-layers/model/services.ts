import { serviceToken } from '#core/kernel';
import type { Identification } from './identification.ts';
import type { PicturePlacing } from './picture/placing.ts';

/** Apart from their code, which is loaded with the panel and the tools. */
export const IDENTIFICATION = serviceToken<Identification>('external-layers.Identification');
export const PICTURE_PLACING = serviceToken<PicturePlacing>('external-layers.PicturePlacing');
