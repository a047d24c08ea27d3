import { ContainerModule } from 'inversify';
import { AUTHOR_PANEL, AuthorPanel } from './model/author-panel.ts';
import { AuthorButton } from './ui/AuthorButton.tsx';

export default new ContainerModule(({ bind }) => {
  bind(AUTHOR_PANEL)
    .toDynamicValue(() => new AuthorPanel())
    .inSingletonScope();
  bind('author-mode.open').toDynamicValue(({ get }) => {
    const panel = get(AUTHOR_PANEL);
    return { run: () => panel.setOpen(true) };
  });
  bind('author-mode.Button').toConstantValue(AuthorButton);
});
