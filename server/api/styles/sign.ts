import type { GeometryType, MapSymbol } from '#core/protocol';
import { drawingOf, splitColour, type DrawnPath } from '#core/styles';

/** The symbol of a class, drawn as on the map. */
export interface TypeSymbol {
  /** SVG elements around 0, 0. */
  svg: string;
  width: number;
  height: number;
}

export function signOf(geometryType: GeometryType | null, symbol: MapSymbol): TypeSymbol {
  const { paths, picture, width, height } = drawingOf(geometryType, symbol);
  const svg = paths.map(pathOf).join('');
  if (!picture) return { svg, width, height };
  const { radius } = picture;
  const href = `data:image/svg+xml;base64,${Buffer.from(picture.svg).toString('base64')}`;
  const place = `x="${-radius}" y="${-radius}" width="${2 * radius}" height="${2 * radius}"`;
  return { svg: `<image ${place} href="${href}"/>`, width, height };
}

function pathOf({ d, fill, stroke, width = 0, dash }: DrawnPath): string {
  const pattern = dash && dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  const line =
    stroke === undefined || width === 0
      ? 'stroke="none"'
      : `${paint('stroke', stroke)} stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${pattern}`;
  return `<path d="${d}" ${paint('fill', fill)} fill-rule="evenodd" ${line}/>`;
}

function paint(what: 'fill' | 'stroke', colour: string | undefined): string {
  if (colour === undefined) return `${what}="none"`;
  const { rgb, opacity } = splitColour(colour);
  return `${what}="${rgb}"${opacity === 1 ? '' : ` ${what}-opacity="${opacity.toFixed(3)}"`}`;
}
