import { ContainerModule } from 'inversify';
import type { Command } from '#core/plugin';
import { TOOLS } from '#core/tools';
import { PRECISE, Precise } from './model/precise.ts';
import { Panel } from './ui/Panel.tsx';

export default new ContainerModule(({ bind }) => {
  bind(PRECISE)
    .toDynamicValue(() => new Precise())
    .inSingletonScope();
  bind('precise-2d.type').toDynamicValue((services): Command => {
    const tools = services.get(TOOLS);
    return {
      run: () => services.get(PRECISE).open(),
      disabled: () => (tools.active?.session.capture ? undefined : 'command.type.no-tool'),
    };
  });
  bind('precise-2d.Panel').toConstantValue(Panel);
});
