import type { Geometry } from '#core/protocol';
import { picturesOf, type Thumbnail } from '../model/picture.ts';

const [WIDTH, HEIGHT] = [200, 130];

/** Two states of a geometry at one scale: `shown` solid, `other` dashed behind it. */
export function GeometryPicture({
  shown,
  other,
  label,
}: {
  shown: Geometry | undefined;
  other?: Geometry | undefined;
  label: string;
}) {
  const geometries = [other, shown].filter((geometry) => geometry !== undefined);
  if (geometries.length === 0) return null;
  const pictures = picturesOf(geometries, WIDTH, HEIGHT);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="his-picture" role="img" aria-label={label}>
      {other && <Drawn picture={pictures[0]!} className="his-other" />}
      {shown && <Drawn picture={pictures.at(-1)!} className="his-shown" />}
    </svg>
  );
}

function Drawn({ picture: { path, isArea, points }, className }: { picture: Thumbnail; className: string }) {
  return (
    <g className={className}>
      {path && <path d={path} className={isArea ? 'his-area' : undefined} fillRule="evenodd" />}
      {points.map(([x, y], i) => (
        <circle key={i} cx={x} cy={y} r={4} />
      ))}
    </g>
  );
}
