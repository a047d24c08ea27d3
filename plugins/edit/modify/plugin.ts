import { ContainerModule, type ResolutionContext } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { LAYERS } from '#plugins/work/layers/api';
import { SELECTION } from '#plugins/work/selection/api';
import { moveTool, vertexTool } from './map/tools.ts';
import { countAttached } from './model/attached.ts';
import { Deletion } from './model/deletion.ts';
import type { ReasonAgainst } from './model/editable-selection.ts';
import { askToDelete, editableSelection } from './model/editing-here.ts';
import { DELETION, EDITABLE, VERTEX_EDITING } from './model/tokens.ts';
import { VertexEditing } from './model/vertex-editing.ts';
import { DeleteDialog } from './ui/DeleteDialog.tsx';
import { SharedSwitch } from './ui/SharedSwitch.tsx';

export default new ContainerModule(({ bind }) => {
  bind(VERTEX_EDITING)
    .toDynamicValue((services) => new VertexEditing(lockedLayers(services)))
    .inSingletonScope();
  bind(DELETION)
    .toDynamicValue((services) => {
      const api = services.get(API);
      return new Deletion((doomed, signal) => countAttached(api, doomed, signal));
    })
    .inSingletonScope();
  bind(EDITABLE)
    .toDynamicValue((services) =>
      editableSelection(services.get(SELECTION), services.get(PROJECTS), lockedLayers(services)),
    )
    .inSingletonScope();
  bind('modify.vertices').toDynamicValue((services) =>
    vertexTool(
      services.get(EDITABLE),
      services.get(VERTEX_EDITING),
      services.get(SETTINGS),
      services.get(I18N),
    ),
  );
  bind('modify.move').toDynamicValue((services) => moveTool(services.get(EDITABLE), services.get(SETTINGS)));
  bind('modify.delete').toDynamicValue((services) =>
    askToDelete(services.get(EDITABLE), services.get(PROJECTS), services.get(DELETION)),
  );
  bind('modify.VertexPanel').toConstantValue(
    onDemand(async () => ({ default: (await import('./ui/VertexPanel.tsx')).VertexPanel })),
  );
  bind('modify.SharedSwitch').toConstantValue(SharedSwitch);
  bind('modify.DeleteDialog').toConstantValue(DeleteDialog);
});

/** Objects on locked layers stay as they are; without the layers plugin nothing is locked. */
function lockedLayers(services: ResolutionContext): ReasonAgainst {
  const layers = services.get(LAYERS, { optional: true });
  return ({ typeName }) => (layers?.stateOf(typeName)?.locked ? 'modify:problem.locked' : undefined);
}
