import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { I18N } from '#core/i18n';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { dialogOnDemand, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { FIELDS_EDITOR, SHOWN_STYLES, STYLE_EDITOR } from './api.ts';
import { EDITED_FIELDS, EditedFields } from './model/edited-fields.ts';
import { EDITED_STYLE, EditedStyle } from './model/edited-style.ts';

export default new ContainerModule(({ bind }) => {
  bind(EDITED_FIELDS)
    .toDynamicValue(({ get }) => new EditedFields(get(API), get(SESSION), get(I18N)))
    .inSingletonScope();
  bind(FIELDS_EDITOR).toService(EDITED_FIELDS);
  bind(EDITED_STYLE)
    .toDynamicValue(
      ({ get }) =>
        new EditedStyle(
          () => get(PROJECTS).current?.project.id,
          () => get(PANELS).open('object-types.style-panel'),
          get(PERSONAL_STORAGE),
          () => get(TOASTS).show('error', get(I18N).t('core:part.lost')),
          async (projectId, local) => {
            const { OwnStyles } = await import('./model/own-styles.ts');
            const onUnsent = () => get(TOASTS).show('warning', get(I18N).t('object-types:style.unsent'));
            const own = new OwnStyles({
              api: get(API),
              storage: get(PERSONAL_STORAGE),
              projectId,
              local,
              onUnsent,
            });
            void own.start();
            return own;
          },
        ),
    )
    .inSingletonScope();
  bind(STYLE_EDITOR).toService(EDITED_STYLE);
  bind(SHOWN_STYLES).toService(EDITED_STYLE);
  bind('object-types.StylePanel').toConstantValue(onDemand(() => import('./ui/StylePanel.tsx')));
  bind('object-types.StyleDialog').toConstantValue(
    dialogOnDemand(EDITED_STYLE, () => import('./ui/StyleDialog.tsx')),
  );
  bind('object-types.FieldsDialog').toConstantValue(
    dialogOnDemand(EDITED_FIELDS, () => import('./ui/FieldsDialog.tsx')),
  );
});
