import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { BOOK_DESK, BookDesk } from './model/book-desk.ts';
import { CODE_LIST, CodeListDesk } from './model/code-list.ts';
import { openerOf } from './model/opener.ts';
import { STAKE_OUT, StakeOutDesk } from './model/stake-out/desk.ts';
import { gsiExporter } from './model/stake-out/gsi-exporter.ts';
import { PointsOnMaps } from './model/points-on-maps.ts';

export default new ContainerModule(({ bind }) => {
  bind(BOOK_DESK)
    .toDynamicValue(({ get }) => {
      const desk = new BookDesk({ api: get(API), live: get(LIVE), projects: get(PROJECTS), i18n: get(I18N) });
      new PointsOnMaps({ desk, codes: get(CODE_LIST), stakeOut: get(STAKE_OUT) }, get(VIEWS));
      return desk;
    })
    .inSingletonScope();
  bind(STAKE_OUT)
    .toDynamicValue(() => new StakeOutDesk())
    .inSingletonScope();
  bind(CODE_LIST)
    .toDynamicValue(({ get }) => new CodeListDesk(get(API)))
    .inSingletonScope();
  bind('field-book.Opener').toDynamicValue(({ get }) =>
    openerOf(get(BOOK_DESK), { panels: get(PANELS), toasts: get(TOASTS), i18n: get(I18N) }),
  );
  bind('field-book.GsiExporter').toDynamicValue(({ get }) =>
    gsiExporter({
      settings: get(SETTINGS),
      projects: get(PROJECTS),
      toasts: get(TOASTS),
      i18n: get(I18N),
    }),
  );
  bind('field-book.Panel').toConstantValue(onDemand(() => import('./ui/FieldBookPanel.tsx')));
});
