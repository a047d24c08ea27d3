import { ContainerModule } from 'inversify';
import { dialogOnDemand, onDemand } from '#core/react';
import { API } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { LAST_VALUES, NEW_OBJECTS, NEW_VALUES } from './api.ts';
import { StoredLastValues } from './model/last-values.ts';
import { PROMPTED_OBJECTS, PromptedObjects } from './model/new-objects.ts';
import { PROMPTED_VALUES, PromptedValues } from './model/new-values.ts';

export default new ContainerModule(({ bind }) => {
  bind(LAST_VALUES)
    .toDynamicValue((services) => new StoredLastValues(services.get(PERSONAL_STORAGE)))
    .inSingletonScope();
  bind(PROMPTED_VALUES)
    .toDynamicValue(({ get }) => new PromptedValues(get(API)))
    .inSingletonScope();
  bind(NEW_VALUES).toService(PROMPTED_VALUES);
  bind('attributes.NewValuesDialog').toConstantValue(
    dialogOnDemand(PROMPTED_VALUES, () => import('./ui/NewValuesDialog.tsx')),
  );
  bind(PROMPTED_OBJECTS)
    .toDynamicValue(({ get }) => new PromptedObjects(get(NEW_VALUES)))
    .inSingletonScope();
  bind(NEW_OBJECTS).toService(PROMPTED_OBJECTS);
  bind('attributes.NewObjectsDialog').toConstantValue(
    dialogOnDemand(PROMPTED_OBJECTS, () => import('./ui/NewObjectsDialog.tsx')),
  );
  bind('attributes.Panel').toConstantValue(onDemand(() => import('./ui/AttributesPanel.tsx')));
});
