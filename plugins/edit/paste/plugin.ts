import { ContainerModule } from 'inversify';
import { pastedText } from '#core/browser';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { dialogOnDemand } from '#core/react';
import { NEW_VALUES } from '#plugins/work/attributes/api';
import { EDIT_TARGETS, SELECTION } from '#plugins/work/selection/api';
import { PASTE_DIALOG } from './api.ts';
import { Paste, PASTE } from './model/paste.ts';

export default new ContainerModule(({ bind }) => {
  bind(PASTE)
    .toDynamicValue((services) => {
      const targets = services.get(EDIT_TARGETS);
      return new Paste({
        projects: services.get(PROJECTS),
        selection: services.get(SELECTION),
        views: services.get(VIEWS),
        isLocked: (typeName) => targets.isLocked({ typeName }),
        newValues: services.get(NEW_VALUES),
      });
    })
    .inSingletonScope();
  bind(PASTE_DIALOG).toService(PASTE);
  bind('paste.paste').toDynamicValue((services) => ({
    disabled: () => (services.get(PROJECTS).current ? undefined : 'disabled.project'),
    run: () => services.get(PASTE).open(pastedText),
  }));
  bind('paste.Dialog').toConstantValue(dialogOnDemand(PASTE, () => import('./ui/PasteDialog.tsx')));
});
