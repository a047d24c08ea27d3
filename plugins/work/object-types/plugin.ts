import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { dialogOnDemand } from '#core/react';
import { SESSION } from '#core/session';
import { FIELDS_EDITOR, STYLE_EDITOR } from './api.ts';
import { EDITED_FIELDS, EditedFields } from './model/edited-fields.ts';
import { EDITED_STYLE, EditedStyle } from './model/edited-style.ts';

export default new ContainerModule(({ bind }) => {
  bind(EDITED_FIELDS)
    .toDynamicValue(({ get }) => new EditedFields(get(API), get(SESSION), get(I18N)))
    .inSingletonScope();
  bind(FIELDS_EDITOR).toService(EDITED_FIELDS);
  bind(EDITED_STYLE)
    .toDynamicValue(() => new EditedStyle())
    .inSingletonScope();
  bind(STYLE_EDITOR).toService(EDITED_STYLE);
  bind('object-types.StyleDialog').toConstantValue(
    dialogOnDemand(EDITED_STYLE, () => import('./ui/StyleDialog.tsx')),
  );
  bind('object-types.FieldsDialog').toConstantValue(
    dialogOnDemand(EDITED_FIELDS, () => import('./ui/FieldsDialog.tsx')),
  );
});
