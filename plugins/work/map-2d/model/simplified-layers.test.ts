import { NEVER, Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Camera, LayerState, MapView } from '#core/mapview';
import type { Overview, SimplifiedLayers } from '../api.ts';
import { simplifiedLayers } from './simplified-layers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const style = { stroke: '#1e5aa8', width: 1 };
const layer = (visible: boolean): LayerState => ({
  typeName: 'parcels',
  visible,
  opacity: 1,
  style,
  locked: false,
});
const camera: Camera = { center: [11, 44], extent: [10, 43, 12, 45], zoom: 9, resolution: 200, heading: 0 };

function followed(kind: MapView['kind'], layers: readonly LayerState[], isLoading: () => boolean) {
  const changes$ = new Subject<undefined>();
  const overview = { isLoading, exactness: () => 'exact', changes$ } as unknown as Overview;
  const told: SimplifiedLayers[] = [];
  const view = { camera, camera$: NEVER, kind };
  simplifiedLayers(view, { layers, layers$: NEVER }, overview).subscribe((one) => told.push(one));
  const look = (): SimplifiedLayers => {
    changes$.next(undefined);
    vi.advanceTimersByTime(300);
    return told.at(-1)!;
  };
  return look;
}

it('says that something in view has not come yet, until it has', () => {
  let isLoading = true;
  const look = followed('2d', [layer(true)], () => isLoading);
  expect(look().isLoading).toBe(true);
  isLoading = false;
  expect(look().isLoading).toBe(false);
});

it('waits for nothing where no layer is shown, and leaves the globe to itself', () => {
  expect(followed('2d', [layer(false)], () => true)().isLoading).toBe(false);
  expect(followed('3d', [layer(true)], () => true)().isLoading).toBe(false);
});
