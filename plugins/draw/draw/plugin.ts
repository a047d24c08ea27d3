import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API } from '#core/api';
import { loadProjections } from '#core/geodesy';
import { I18N } from '#core/i18n';
import { PERSONAL_STORAGE } from '#core/browser';
import { dialogOnDemand } from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import type { PathKind } from '#core/sketch';
import { TOOLS } from '#core/tools';
import { FINISH_DRAWING } from './api.ts';
import { DrawTool } from './map/draw-tool.ts';
import { HoleTool } from './map/hole-tool.ts';
import { restoreSketch } from './map/restore.ts';
import { FINISH_DRAW, FinishDraw } from './model/finish-draw.ts';
import { RecentTypes } from './model/recent-types.ts';

const TOOL_KINDS = { point: 'point', line: 'line', polygon: 'ring' } as const satisfies Record<
  string,
  PathKind
>;

export default new ContainerModule(({ bind }) => {
  bind(FINISH_DRAW)
    .toDynamicValue(
      (services) =>
        new FinishDraw(
          services.get(API),
          services.get(SESSION),
          new RecentTypes(services.get(PERSONAL_STORAGE)),
        ),
    )
    .inSingletonScope();
  bind(FINISH_DRAWING).toDynamicValue((services) => services.get(FINISH_DRAW));
  for (const [name, kind] of Object.entries(TOOL_KINDS))
    bind(`draw.${name}`).toDynamicValue(
      (services) => new DrawTool(kind, services.get(FINISH_DRAW), services.get(SETTINGS), services.get(I18N)),
    );
  bind('draw.hole').toDynamicValue(
    (services) => new HoleTool(services.get(FINISH_DRAW), services.get(SETTINGS), services.get(I18N)),
  );
  bind('draw.restore').toDynamicValue((services) => restoreSketch(services.get(TOOLS)));
  bind('draw.EntryPanel').toConstantValue(
    lazy(async () => {
      // Typed coordinates may name any reference system.
      const [{ EntryPanel }] = await Promise.all([import('./ui/EntryPanel.tsx'), loadProjections()]);
      return { default: EntryPanel };
    }),
  );
  bind('draw.FinishDialog').toConstantValue(
    dialogOnDemand(FINISH_DRAW, () => import('./ui/FinishDialog.tsx')),
  );
});
