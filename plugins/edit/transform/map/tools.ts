import type { Tool } from '#core/tools';
import type { TransformKind } from '../model/form.ts';
import type { Parts } from './parts.ts';
import { PivotSession } from './pivot-session.ts';
import { TwoPointSession } from './two-point-session.ts';

export function transformTool(kind: TransformKind, parts: Parts): Tool {
  return {
    start: (context) =>
      kind === 'shift' || kind === 'mirror'
        ? new TwoPointSession(kind, context, parts)
        : new PivotSession(kind, context, parts),
  };
}
