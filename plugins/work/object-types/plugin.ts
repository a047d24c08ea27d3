import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { dialogOnDemand } from '#core/react';
import { SESSION } from '#core/session';
import { FIELDS_EDITOR } from './api.ts';
import { EDITED_FIELDS, EditedFields } from './model/edited-fields.ts';

export default new ContainerModule(({ bind }) => {
  bind(EDITED_FIELDS)
    .toDynamicValue(({ get }) => new EditedFields(get(API), get(SESSION), get(I18N)))
    .inSingletonScope();
  bind(FIELDS_EDITOR).toService(EDITED_FIELDS);
  bind('object-types.FieldsDialog').toConstantValue(
    dialogOnDemand(EDITED_FIELDS, () => import('./ui/FieldsDialog.tsx')),
  );
});
