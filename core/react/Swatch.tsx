import type { GeometryType, Style } from '#core/protocol';
import './Swatch.css';

const SIZE = 20;
const MIDDLE = SIZE / 2;

/** A small symbol of an object type as drawn on the map. */
export function Swatch({ style, geometryType }: { style: Style; geometryType: GeometryType | null }) {
  const line = {
    stroke: style.stroke,
    strokeWidth: Math.min(style.width, 4),
    strokeDasharray: style.dash?.join(' '),
  };
  return (
    <svg className="g-swatch" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {geometryType?.endsWith('Point') ? (
        <path
          d={signOf(style.shape, Math.min(style.radius ?? 5, 8))}
          {...line}
          fill={style.fill ?? style.stroke}
        />
      ) : geometryType?.endsWith('LineString') ? (
        <path d={`M2 ${SIZE - 4} L8 6 L13 13 L${SIZE - 2} 4`} {...line} fill="none" strokeLinejoin="round" />
      ) : (
        <rect x="2.5" y="3.5" width={SIZE - 5} height={SIZE - 7} {...line} fill={style.fill ?? 'none'} />
      )}
    </svg>
  );
}

function signOf(shape: Style['shape'], r: number): string {
  const [low, high] = [MIDDLE - r, MIDDLE + r];
  switch (shape) {
    case 'square':
      return `M${low} ${low}H${high}V${high}H${low}Z`;
    case 'triangle':
      return `M${MIDDLE} ${low}L${high} ${high}H${low}Z`;
    case 'diamond':
      return `M${MIDDLE} ${low}L${high} ${MIDDLE}L${MIDDLE} ${high}L${low} ${MIDDLE}Z`;
    case 'cross':
      return `M${low} ${MIDDLE}H${high}M${MIDDLE} ${low}V${high}`;
    case 'circle':
    case undefined:
      return `M${low} ${MIDDLE}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }
}
