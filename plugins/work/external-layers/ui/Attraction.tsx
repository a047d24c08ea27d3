import { reaction } from 'mobx';
import { useEffect } from 'react';
import { debounceTime, merge, startWith, Subject } from 'rxjs';
import { VIEWS, type MapView } from '#core/mapview';
import { useObservable, useService } from '#core/react';
import { AttractingObjects } from '../model/objects-in-view.ts';
import { EXTERNAL_LAYERS, type ProjectExternalLayers } from '../model/project-external-layers.ts';
import { LAYER_READERS, type LazyReaders } from '../model/lazy-readers.ts';

/** Milliseconds without a move after which a map rests. */
const REST = 300;

/** Lets the objects of layers attract on the flat map. */
export default function Attraction() {
  const views = useService(VIEWS);
  const layers = useService(EXTERNAL_LAYERS);
  const readers = useService(LAYER_READERS);
  const open = useObservable(views.open$, views.open);
  const view = open.find(({ setAttractors }) => setAttractors);
  useEffect(() => (view ? attract(view, layers, readers) : undefined), [view, layers, readers]);
  return null;
}

/** Keeps what attracts as it is in view, whenever the map comes to rest. Returns what ends it. */
function attract(view: MapView, layers: ProjectExternalLayers, readers: LazyReaders): () => void {
  const objects = new AttractingObjects(layers, readers);
  const update = async () => {
    const geometries = await objects.in(view.camera);
    if (geometries) view.setAttractors?.(geometries);
  };
  const arranged$ = new Subject<void>();
  const stop = reaction(
    () => layers.arranged,
    () => arranged$.next(),
  );
  const following = merge(view.camera$, arranged$)
    .pipe(startWith(undefined), debounceTime(REST))
    // Where the code cannot be loaded, the row of the layer says so, and the next rest tries again.
    .subscribe(() => void update().catch(() => undefined));
  return () => {
    stop();
    following.unsubscribe();
    objects.cancel();
    view.setAttractors?.([]);
  };
}
