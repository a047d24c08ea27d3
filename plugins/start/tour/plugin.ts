import { ContainerModule } from 'inversify';
import { dialogOnDemand } from '#core/react';
import { Tour, TOUR } from './model/tour.ts';

export default new ContainerModule(({ bind }) => {
  bind(TOUR)
    .toDynamicValue(() => new Tour())
    .inSingletonScope();
  bind('tour.start').toDynamicValue(({ get }) => get(TOUR).command);
  bind('tour.Card').toConstantValue(dialogOnDemand(TOUR, () => import('./ui/TourCard.tsx')));
});
