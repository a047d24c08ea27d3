import type { GeometryType, Style } from '#core/protocol';

const RADIUS = 5;
const LINE = 36;
const AREA = { width: 32, height: 18 };

/** The symbol of a type, drawn as on the map. */
export interface TypeSymbol {
  /** SVG elements around 0, 0. */
  svg: string;
  width: number;
  height: number;
}

export function signOf(geometryType: GeometryType | null, style: Style): TypeSymbol {
  const ink = inkOf(style);
  if (geometryType?.endsWith('Point')) {
    const radius = style.radius ?? RADIUS;
    const size = 2 * radius + style.width;
    const d = outline(style.shape ?? 'circle', radius);
    const filled = style.fill !== undefined && style.shape !== 'cross';
    return {
      svg: `<path d="${d}" ${paint('fill', filled ? style.fill : undefined)} ${ink}/>`,
      width: size,
      height: size,
    };
  }
  if (geometryType?.endsWith('LineString')) {
    const d = `M${-LINE / 2} 5L-6 -5L6 5L${LINE / 2} -5`;
    const svg = `<path d="${d}" fill="none" ${ink} ${dashOf(style)}/>`;
    return { svg, width: LINE + style.width, height: 10 + style.width };
  }
  const { width, height } = AREA;
  const svg =
    `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" ` +
    `${paint('fill', style.fill)} ${ink} ${dashOf(style)}/>`;
  return { svg, width: width + style.width, height: height + style.width };
}

function inkOf({ stroke, width }: Style): string {
  if (width === 0) return 'stroke="none"';
  return `${paint('stroke', stroke)} stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
}

function dashOf({ dash }: Style): string {
  return dash && dash.length > 0 ? `stroke-dasharray="${dash.join(' ')}"` : '';
}

/** `#rrggbbaa` as colour and opacity, for older SVG readers. */
function paint(what: 'fill' | 'stroke', colour: string | undefined): string {
  if (colour === undefined) return `${what}="none"`;
  const opacity = colour.length === 9 ? parseInt(colour.slice(7), 16) / 255 : 1;
  return `${what}="${colour.slice(0, 7)}"${opacity === 1 ? '' : ` ${what}-opacity="${opacity.toFixed(3)}"`}`;
}

function outline(shape: NonNullable<Style['shape']>, r: number): string {
  switch (shape) {
    case 'circle':
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    case 'square':
      return `M${-r} ${-r}H${r}V${r}H${-r}Z`;
    case 'triangle':
      return `M0 ${-r}L${0.866 * r} ${0.5 * r}L${-0.866 * r} ${0.5 * r}Z`;
    case 'diamond':
      return `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`;
    case 'cross':
      return `M${-r} 0H${r}M0 ${-r}V${r}`;
  }
}
