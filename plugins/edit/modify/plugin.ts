import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { dialogOnDemand, fetched, lazyChunk, onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import type { Tool } from '#core/tools';
import { EDIT_TARGETS, SERVER_CHANGES } from '#plugins/work/selection/api';
import { countAttached } from './model/attached.ts';
import { Deletion, DELETION } from './model/deletion.ts';
import { askToDelete } from './model/editing-here.ts';
import { VERTEX_EDITING, VertexEditing } from './model/vertex-editing.ts';
import { SharedSwitch } from './ui/SharedSwitch.tsx';

/** The plugin is loaded at the start, for its command; its tools are large. */
const sessions = lazyChunk(() => import('./map/sessions.ts'));

export default new ContainerModule(({ bind }) => {
  bind(VERTEX_EDITING)
    .toDynamicValue((services) => {
      const targets = services.get(EDIT_TARGETS);
      return new VertexEditing((object) => targets.isLocked(object));
    })
    .inSingletonScope();
  bind(DELETION)
    .toDynamicValue((services) => {
      const api = services.get(API);
      return new Deletion(
        (request, signal) => countAttached(api, request, signal),
        services.get(SERVER_CHANGES),
      );
    })
    .inSingletonScope();
  bind('modify.vertices').toDynamicValue(async (services): Promise<Tool> => {
    const [targets, editing] = [services.get(EDIT_TARGETS), services.get(VERTEX_EDITING)];
    const [settings, i18n] = [services.get(SETTINGS), services.get(I18N)];
    const { VertexSession } = await fetched(sessions, i18n);
    return { start: (context) => new VertexSession(context, targets, editing, settings, i18n) };
  });
  bind('modify.move').toDynamicValue(async (services): Promise<Tool> => {
    const [targets, settings] = [services.get(EDIT_TARGETS), services.get(SETTINGS)];
    const { MoveSession } = await fetched(sessions, services.get(I18N));
    return { start: (context) => new MoveSession(context, targets, settings) };
  });
  bind('modify.delete').toDynamicValue((services) =>
    askToDelete(services.get(EDIT_TARGETS), services.get(PROJECTS), services.get(DELETION)),
  );
  bind('modify.VertexPanel').toConstantValue(onDemand(() => import('./ui/VertexPanel.tsx')));
  bind('modify.SharedSwitch').toConstantValue(SharedSwitch);
  bind('modify.DeleteDialog').toConstantValue(
    dialogOnDemand(DELETION, () => import('./ui/DeleteDialog.tsx')),
  );
});
