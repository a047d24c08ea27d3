import { serviceToken } from '#core/kernel';
import type { Tools } from './contract.ts';

export type * from './contract.ts';
export { ViewerTools } from './viewer-tools.ts';
export { BaseToolSession, type StateOfTool } from './session.ts';
export { DragByClicks } from './drag-by-clicks.ts';
export { keyGestureOf, matchesKeys, parseKeys, printKeys, writeKeys } from './keys.ts';
export const TOOLS = serviceToken<Tools>('core.Tools');
