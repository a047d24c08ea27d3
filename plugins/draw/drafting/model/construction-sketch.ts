import type { Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';

/** The current state of the construction. */
export interface Construction {
  station(name: 'a' | 'b'): Position | undefined;
  places: readonly Position[];
  /** Index of the solution that would be set. */
  chosen: number;
}

/** The stations and the solutions; lines connect the chosen one to both stations. */
export function constructionSketch(construction: Construction): Sketch {
  const { places, chosen } = construction;
  const stations = (['a', 'b'] as const).flatMap((name) => {
    const place = construction.station(name);
    return place ? [{ name: name.toUpperCase(), position: [place[0], place[1]] as [number, number] }] : [];
  });
  const aim = places[chosen];
  return {
    shapes: aim
      ? stations.map(({ position }) => ({
          geometry: { type: 'LineString', coordinates: [position, [aim[0], aim[1]]] },
          dashed: true,
        }))
      : [],
    handles: [
      ...stations.map(({ position }) => ({ position, role: 'pivot' as const })),
      ...places.map((position, i) => ({ position, role: i === chosen ? ('active' as const) : ('vertex' as const) })), // prettier-ignore
    ],
    labels: [
      ...stations.map(({ name, position }) => ({ position, text: name })),
      ...(places.length > 1 ? places.map((position, i) => ({ position, text: String(i + 1) })) : []),
    ],
  };
}
