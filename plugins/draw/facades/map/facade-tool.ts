import type { Tool, ToolContext } from '#core/tools';
import { FacadeSession } from './facade-session.ts';
import type { Parts } from './parts.ts';

/** Draws façades: their foot, then how high they rise. */
export class FacadeTool implements Tool {
  constructor(readonly parts: Parts) {}

  start(context: ToolContext): FacadeSession {
    return new FacadeSession(context, this.parts);
  }
}
