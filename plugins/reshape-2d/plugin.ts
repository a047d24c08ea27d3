import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { SETTINGS } from '#core/settings';
import { NEW_VALUES } from '#plugins/attributes/api';
import { LAYERS, lockedIn, sparedIn } from '#plugins/layers/api';
import { SELECTION } from '#plugins/selection/api';
import { AlongSession } from './map/along-session.ts';
import { HoleSession } from './map/hole-session.ts';
import { ReshapeSession } from './map/reshape-session.ts';
import { wholeCommand, type WholeKind } from './model/commands.ts';
import { ReshapeForm } from './model/form.ts';
import type { ReshapeKind } from './model/reshapes.ts';
import { FORM } from './model/tokens.ts';
import { ReshapePopup } from './ui/ReshapePopup.tsx';

const KINDS: readonly ReshapeKind[] = ['offset', 'simplify', 'smooth'];
const WHOLES: readonly WholeKind[] = ['reverse', 'explode', 'fill'];

export default new ContainerModule(({ bind }) => {
  bind(FORM)
    .toDynamicValue(() => new ReshapeForm())
    .inSingletonScope();
  for (const kind of KINDS)
    bind(`reshape-2d.${kind}`).toDynamicValue((services) => ({
      start: (context: ConstructorParameters<typeof ReshapeSession>[1]) =>
        new ReshapeSession(kind, context, {
          form: services.get(FORM),
          selection: services.get(SELECTION),
          isLocked: lockedIn(services.get(LAYERS, { optional: true })),
          newValues: services.get(NEW_VALUES),
          settings: services.get(SETTINGS),
        }),
    }));
  bind('reshape-2d.along').toDynamicValue((services) => ({
    start: (context: ConstructorParameters<typeof AlongSession>[0]) =>
      new AlongSession(context, {
        selection: services.get(SELECTION),
        isSpared: sparedIn(services.get(LAYERS, { optional: true })),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      }),
  }));
  bind('reshape-2d.hole').toDynamicValue((services) => ({
    start: (context: ConstructorParameters<typeof HoleSession>[0]) =>
      new HoleSession(context, {
        selection: services.get(SELECTION),
        isSpared: sparedIn(services.get(LAYERS, { optional: true })),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      }),
  }));
  for (const kind of WHOLES)
    bind(`reshape-2d.${kind}`).toDynamicValue((services) =>
      wholeCommand(
        kind,
        services.get(PROJECTS),
        services.get(SELECTION),
        lockedIn(services.get(LAYERS, { optional: true })),
        services.get(NEW_VALUES),
      ),
    );
  bind('reshape-2d.Popup').toConstantValue(ReshapePopup);
});
