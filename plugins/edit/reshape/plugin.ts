import { ContainerModule, type ResolutionContext } from 'inversify';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { SETTINGS } from '#core/settings';
import { printerOf } from '#core/sketch';
import type { Tool } from '#core/tools';
import { NEW_VALUES } from '#plugins/work/attributes/api';
import { EDIT_TARGETS } from '#plugins/work/selection/api';
import { AlongSession } from './map/along-session.ts';
import { FillHoleSession } from './map/hole-session.ts';
import { ReshapeSession } from './map/reshape-session.ts';
import { wholeCommand, type WholeKind } from './model/commands.ts';
import { FORM, ReshapeForm } from './model/form.ts';
import type { ReshapeKind } from './model/reshapes.ts';
import { ReshapePopup } from './ui/ReshapePopup.tsx';

const KINDS: readonly ReshapeKind[] = ['offset', 'simplify', 'smooth'];
const WHOLES: readonly WholeKind[] = ['reverse', 'explode', 'fill'];

export default new ContainerModule(({ bind }) => {
  bind(FORM)
    .toDynamicValue(({ get }) => new ReshapeForm(printerOf(get(I18N), get(SETTINGS)).parseLength))
    .inSingletonScope();
  const partsOf = (services: ResolutionContext) => ({
    targets: services.get(EDIT_TARGETS),
    newValues: services.get(NEW_VALUES),
    settings: services.get(SETTINGS),
    i18n: services.get(I18N),
  });
  for (const kind of KINDS)
    bind(`reshape.${kind}`).toDynamicValue((services): Tool => {
      const parts = { ...partsOf(services), form: services.get(FORM) };
      return { start: (context) => new ReshapeSession(kind, context, parts) };
    });
  bind('reshape.along').toDynamicValue((services): Tool => {
    const parts = partsOf(services);
    return { start: (context) => new AlongSession(context, parts) };
  });
  bind('reshape.hole').toDynamicValue((services): Tool => {
    const parts = partsOf(services);
    return { start: (context) => new FillHoleSession(context, parts) };
  });
  for (const kind of WHOLES)
    bind(`reshape.${kind}`).toDynamicValue((services) =>
      wholeCommand(kind, services.get(PROJECTS), services.get(EDIT_TARGETS), services.get(NEW_VALUES)),
    );
  bind('reshape.Popup').toConstantValue(ReshapePopup);
});
