import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { SETTINGS } from '#core/settings';
import { PlaceFinder } from './model/place-finder.ts';
import { NearestPlace } from './ui/NearestPlace.tsx';

export default new ContainerModule(({ bind }) => {
  bind('geocoding.Palette').toDynamicValue(
    ({ get }) => new PlaceFinder(get(API), get(VIEWS), get(PROJECTS), get(SETTINGS)),
  );
  bind('geocoding.NearestPlace').toConstantValue(NearestPlace);
});
