import { lazy } from 'react';
import { ContainerModule } from 'inversify';

export default new ContainerModule(({ bind }) => {
  bind('home.Page').toConstantValue(
    lazy(async () => ({ default: (await import('./ui/HomePage.tsx')).HomePage })),
  );
});
