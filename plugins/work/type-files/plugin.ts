import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { dialogOnDemand, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { TYPE_FILES } from './api.ts';
import { TAKEN_TYPES, TakenTypes } from './model/taken-types.ts';

export default new ContainerModule(({ bind }) => {
  bind(TAKEN_TYPES)
    .toDynamicValue(({ get }) => new TakenTypes(get(API), get(SESSION), get(I18N)))
    .inSingletonScope();
  bind(TYPE_FILES).toService(TAKEN_TYPES);
  bind('type-files.ProjectTypes').toConstantValue(onDemand(() => import('./ui/ProjectTypes.tsx')));
  bind('type-files.TakeTypesDialog').toConstantValue(
    dialogOnDemand(TAKEN_TYPES, () => import('./ui/TakeTypesDialog.tsx')),
  );
});
