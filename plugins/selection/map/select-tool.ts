import type { Tool, ToolContext, ToolSession } from '#core/tools';
import { SelectSession, type SelectParts } from './select-session.ts';

export class SelectTool implements Tool {
  constructor(readonly parts: SelectParts) {}

  start(context: ToolContext): ToolSession {
    return new SelectSession(context, this.parts);
  }
}
