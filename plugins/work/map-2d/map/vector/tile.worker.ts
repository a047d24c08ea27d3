import type RenderFeature from 'ol/render/Feature.js';
import { TileError } from './check-tile.ts';
import { paintTile } from './paint-tile.ts';
import { featuresIn, projectedBox, readTileFeatures } from './tile-features.ts';
import { tileStyleOf, type TileStyle } from './tile-styles.ts';
import type { TileAnswer, TileTask } from './tile-painter.ts';

/** Tiles whose features are kept, and styles. */
const KEPT = 16;
const kept = new Map<string, readonly RenderFeature[]>();
const styles = new Map<string, Promise<TileStyle>>();

self.onmessage = ({ data }: MessageEvent<TileTask>) => {
  void answerTo(data).then(
    (answer) => self.postMessage(answer, { transfer: 'image' in answer ? [answer.image] : [] }),
    (thrown: unknown) =>
      self.postMessage({
        failed: thrown instanceof TileError ? thrown.message : 'style',
      } satisfies TileAnswer),
  );
};

async function answerTo(task: TileTask): Promise<TileAnswer> {
  const { key, bytes, place } = task.tile;
  const features = remembered(kept, key, () => readFeatures(bytes, place));
  if (task.do === 'find') return featuresIn(features, projectedBox(task.extent), task.most);
  const { look } = task;
  const style = await remembered(styles, look.style ?? look.colour, () => tileStyleOf(look));
  return { image: paintTile(features, style, task.shown, task.pixels) };
}

function readFeatures(...tile: Parameters<typeof readTileFeatures>): readonly RenderFeature[] {
  try {
    return readTileFeatures(...tile);
  } catch (thrown) {
    throw thrown instanceof TileError ? thrown : new TileError('damaged');
  }
}

/** The value of a key, made when it is asked for first; the oldest make room. */
function remembered<T>(all: Map<string, T>, key: string, make: () => T): T {
  const value = all.get(key) ?? make();
  all.delete(key);
  all.set(key, value);
  if (all.size > KEPT) all.delete(all.keys().next().value!);
  return value;
}
