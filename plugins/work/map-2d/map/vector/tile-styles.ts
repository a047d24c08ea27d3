import VectorTileLayer from 'ol/layer/VectorTile.js';
import type RenderFeature from 'ol/render/Feature.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { VectorTileLook } from '#core/mapview';

export interface TileStyle {
  /** Behind all features; undefined: transparent. */
  readonly background: string | undefined;
  /** `resolution`: metres of EPSG:3857 per CSS pixel. */
  styles(feature: RenderFeature, resolution: number): readonly Style[];
}

/** Of fills, as two digits of a colour: 15 %. */
const FILL_OPACITY = '26';

/** How features are drawn: as a Mapbox style says, or all in one colour. Throws an error where the style cannot be read. */
export async function tileStyleOf(look: VectorTileLook): Promise<TileStyle> {
  return look.style === null ? inColour(look.colour) : byMapboxStyle(look.style);
}

function inColour(colour: string): TileStyle {
  const stroke = new Stroke({ color: colour, width: 1.5 });
  const fill = new Fill({ color: `${colour}${FILL_OPACITY}` });
  const area = [new Style({ stroke, fill })];
  const line = [new Style({ stroke })];
  const point = [new Style({ image: new Circle({ radius: 4, stroke, fill }) })];
  return {
    background: undefined,
    styles: (feature) => {
      const type = feature.getType();
      return type.endsWith('Polygon') ? area : type.endsWith('Point') ? point : line;
    },
  };
}

interface MapboxStyle {
  readonly sources: Readonly<Record<string, { readonly type?: string }>>;
  readonly layers: readonly {
    readonly type?: string;
    readonly source?: string;
    readonly paint?: Readonly<Record<string, unknown>>;
  }[];
}

async function byMapboxStyle(text: string): Promise<TileStyle> {
  const { stylefunction } = await import('ol-mapbox-style');
  const style = JSON.parse(text) as MapboxStyle;
  const source = Object.entries(style.sources).find(([, { type }]) => type === 'vector')?.[0];
  if (source === undefined) throw new Error('no vector source');
  const fonts = (names: readonly string[]) => [...names, 'sans-serif'];
  const styleOf = stylefunction(
    new VectorTileLayer(),
    style,
    source,
    undefined,
    undefined,
    undefined,
    fonts,
  ) as (feature: RenderFeature, resolution: number) => Style | readonly Style[] | undefined;
  const colour = style.layers.find(({ type }) => type === 'background')?.paint?.['background-color'];
  return {
    background: typeof colour === 'string' ? colour : undefined,
    styles: (feature, resolution) => {
      const found = styleOf(feature, resolution);
      // The library gives the same objects again for the next feature.
      return [found ?? []].flat().map((each) => each.clone());
    },
  };
}
