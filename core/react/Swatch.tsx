import type { GeometryType, MapSymbol } from '#core/protocol';
import { drawingOf, LIST_SIZE } from '#core/styles';
import './Swatch.css';

const SIZE = 20;

/** A small symbol of an object type, or of a class of its style, as drawn on the map. */
export function Swatch({ style, geometryType }: { style: MapSymbol; geometryType: GeometryType | null }) {
  const { paths, picture } = drawingOf(geometryType, style, LIST_SIZE);
  return (
    <svg
      className="g-swatch"
      width={SIZE}
      height={SIZE}
      viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`}
      aria-hidden="true"
    >
      {paths.map(({ d, fill, stroke, width, dash }, n) => (
        <path
          key={n}
          d={d}
          fill={fill ?? 'none'}
          fillRule="evenodd"
          stroke={width === 0 ? 'none' : (stroke ?? 'none')}
          strokeWidth={width}
          strokeDasharray={dash?.join(' ')}
          strokeLinejoin="round"
        />
      ))}
      {picture && (
        <image
          href={`data:image/svg+xml,${encodeURIComponent(picture.svg)}`}
          x={-picture.radius}
          y={-picture.radius}
          width={2 * picture.radius}
          height={2 * picture.radius}
        />
      )}
    </svg>
  );
}
