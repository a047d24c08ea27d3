import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import type { Command } from '#core/plugin';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOOLS } from '#core/tools';
import { CONSTRAINTS, Drafting, DRAFTING, LEADS } from './model/drafting.ts';
import { PRECISE, Precise } from './model/typing.ts';
import { DraftingBar } from './ui/DraftingBar.tsx';
import { FieldsAtCursor } from './ui/FieldsAtCursor.tsx';

export default new ContainerModule(({ bind }) => {
  bind(DRAFTING)
    .toDynamicValue(({ get }) => new Drafting(get(TOOLS), get(SETTINGS), get(I18N)))
    .inSingletonScope();
  for (const name of LEADS)
    bind(`drafting.${name}`).toDynamicValue(({ get }) => {
      const drafting = get(DRAFTING);
      return drafting.command(() => drafting.lead(name), 'legs');
    });
  for (const kind of CONSTRAINTS)
    bind(`drafting.${kind}`).toDynamicValue(({ get }) => {
      const drafting = get(DRAFTING);
      return drafting.command(() => drafting.constrain(kind), 'path');
    });
  bind('drafting.construct').toDynamicValue(({ get }) => {
    const drafting = get(DRAFTING);
    return drafting.command(() => drafting.construct(), 'drawing');
  });
  bind('drafting.Construct').toConstantValue(onDemand(() => import('./ui/ConstructPopup.tsx')));
  bind('drafting.Bar').toConstantValue(DraftingBar);
  bind(PRECISE)
    .toDynamicValue(() => new Precise())
    .inSingletonScope();
  bind('drafting.type').toDynamicValue(({ get }): Command => {
    const tools = get(TOOLS);
    return {
      run: () => get(PRECISE).open(),
      disabled: () => (tools.active?.session.capture ? undefined : 'command.type.no-tool'),
    };
  });
  bind('drafting.Fields').toConstantValue(FieldsAtCursor);
});
