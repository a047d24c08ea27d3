import { ContainerModule } from 'inversify';
import { dialogOnDemand, onDemand } from '#core/react';
import { API } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { SELECTION } from '#plugins/work/selection/api';
import { LAST_VALUES, NEW_OBJECTS, NEW_VALUES } from './api.ts';
import { StoredLastValues } from './model/last-values.ts';
import { modifyCommand, MODIFY_OBJECTS, ModifyObjects } from './model/modify-objects.ts';
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
  bind(MODIFY_OBJECTS)
    .toDynamicValue(() => new ModifyObjects())
    .inSingletonScope();
  bind('attributes.modify').toDynamicValue(({ get }) => modifyCommand(get(MODIFY_OBJECTS), get(SELECTION)));
  bind('attributes.ModifyDialog').toConstantValue(
    dialogOnDemand(MODIFY_OBJECTS, () => import('./ui/ModifyDialog.tsx')),
  );
  bind('attributes.Panel').toConstantValue(onDemand(() => import('./ui/AttributesPanel.tsx')));
});
