import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { measuresOf } from '#core/geodesy';
import type { Project } from '#core/protocol';
import { desk } from '#core/testing';
import { boundsOf } from '../bounds-of.ts';
import type { Finding, FindingKind } from '../finding.ts';
import { storedChoices } from '../stored-choices.ts';
import { look } from '../look.ts';
import { ValidationScene, type AllowedArea } from '../scene.ts';
import { area, at, box, geometry, line } from '../testing/drawn.ts';
import { CHECKS } from './index.ts';

function found(
  kind: FindingKind,
  objects: readonly MapObject[],
  { metres = CHECKS[kind].metres ?? 0, checkedObjects = objects, bounds = [] as AllowedArea[] } = {},
): Finding[] {
  const { document } = desk(objects).project;
  return [...CHECKS[kind].check(new ValidationScene(checkedObjects, document.index, bounds), metres)].filter(
    (each) => each !== undefined,
  );
}
const about = (findings: readonly Finding[]) =>
  findings.map(({ detail, objects }) => [detail, ...objects.map(({ id }) => id)]);

describe('The check of structure', () => {
  it('finds areas and lines without a size, rings with wrong orientation, and holes outside', () => {
    const thin = area('thin', [[0, 0], [100, 0], [50, 0.00001]]); // prettier-ignore
    const short = line('short', [0, 0], [0, 0.00002]);
    const turned = area('turned', [[0, 0], [0, 9], [9, 9], [9, 0]]); // prettier-ignore
    const stray = area('stray', [[0, 0], [9, 0], [9, 9], [0, 9]], [[20, 0], [20, 5], [25, 0]]); // prettier-ignore
    const sound = area('sound', [[0, 0], [9, 0], [9, 9], [0, 9]], [[2, 2], [2, 4], [4, 4], [4, 2]]); // prettier-ignore
    expect(about(found('structure', [thin, short, turned, stray, sound]))).toEqual([
      ['flat', 'thin'],
      ['short', 'short'],
      ['winding', 'turned'],
      ['hole', 'stray'],
    ]);
  });

  it('accepts vertical areas: a façade of ten metres by six', () => {
    const [[a, b], [c, d]] = [at(0, 0), at(10, 0)] as [[number, number], [number, number]];
    const ring = [[a, b, 20], [c, d, 20], [c, d, 26], [a, b, 26], [a, b, 20]] as [number, number, number][]; // prettier-ignore
    expect(found('structure', [geometry('façade', { type: 'Polygon', coordinates: [ring] })])).toEqual([]);
  });

  it('checks coordinates like the server', () => {
    const open = geometry('open', {
      type: 'Polygon',
      coordinates: [[at(0, 0), at(1, 0), at(1, 1), at(0, 1)]],
    });
    expect(about(found('structure', [open]))).toEqual([['broken', 'open']]);
  });

  it('accepts a line that runs back on itself', () => {
    expect(found('structure', [line('back', [0, 0], [5, 0], [0, 0])])).toEqual([]);
  });
});

describe('The check of crossings', () => {
  it('finds an outline that crosses itself, at the crossing', () => {
    const bow = area('bow', [[0, 0], [10, 10], [10, 0], [0, 10]]); // prettier-ignore
    const [one, ...others] = found('crossing', [bow, box('sound', 20, 0, 30, 10)]);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ detail: 'crosses', severity: 'error', size: { value: 1, unit: 'places' } });
    const [[x, y]] = one!.place.coordinates as [[number, number]];
    // The diagonals of a square of ten meet at its centre.
    expect(x).toBeCloseTo(at(5, 5)[0], 9);
    expect(y).toBeCloseTo(at(5, 5)[1], 9);
  });

  it('finds an outline that touches itself at a vertex, and one that runs back over itself', () => {
    const eight = area('eight', [[0, 0], [5, 5], [0, 10], [10, 10], [5, 5], [10, 0]]); // prettier-ignore
    const spike = area('spike', [[0, 0], [10, 0], [20, 0], [10, 0], [10, 10], [0, 10]]); // prettier-ignore
    expect(about(found('crossing', [eight, spike]))).toEqual([
      ['touches', 'eight'],
      ['touches', 'spike'],
    ]);
  });

  it('accepts repeated vertices, and a hole that touches the outline', () => {
    const repeats = area('repeats', [[0, 0], [10, 0], [10, 0], [10, 10]]); // prettier-ignore
    const touched = area('touched', [[0, 0], [10, 0], [10, 10], [0, 10]], [[0, 0], [3, 5], [5, 3]]); // prettier-ignore
    expect(found('crossing', [repeats, touched])).toEqual([]);
  });

  it('warns of a line that crosses itself, but not of a closed one', () => {
    const loop = line('loop', [0, 0], [10, 0], [5, 5], [5, -5]);
    expect(found('crossing', [loop])).toMatchObject([{ detail: 'line', severity: 'warning' }]);
    expect(found('crossing', [line('closed', [0, 0], [10, 0], [5, 5], [0, 0])])).toEqual([]);
  });
});

describe('The check of overlaps', () => {
  it('finds the common area of two areas, once, with its size', () => {
    const [one, ...others] = found('overlap', [
      box('a', 0, 0, 10, 10),
      box('b', 8, 5, 20, 15),
      box('c', 40, 0, 50, 9),
    ]);
    expect(others).toEqual([]);
    expect(one!.objects.map(({ id }) => id)).toEqual(['a', 'b']);
    // From 8 to 10 and from 5 to 10: 2 m by 5 m. The error of the tests' tangent plane is at most 1 in a million
    // here.
    expect(one!.size!.value).toBeCloseTo(10, 3);
    expect(measuresOf(one!.place).area).toBeCloseTo(10, 3);
  });

  it('ignores overlaps narrower than the tolerance, neighbours, other types, and duplicates', () => {
    const a = box('a', 0, 0, 10, 10);
    // 1 cm by 10 m: 2 · 0.1 / 20.02 is a mean width of 9.99 mm.
    const b = box('b', 9.99, 0, 20, 10);
    expect(found('overlap', [a, b], { metres: 0.011 })).toEqual([]);
    expect(found('overlap', [a, b], { metres: 0.009 })).toHaveLength(1);
    expect(found('overlap', [a, box('beside', 10, 0, 20, 10)])).toEqual([]);
    expect(found('overlap', [a, { ...b, typeName: 'other' }])).toEqual([]);
    expect(found('overlap', [a, { ...a, id: 'twin' }])).toEqual([]);
  });

  it('finds an area inside another that is not in its hole', () => {
    const frame = area('frame', [[0, 0], [10, 0], [10, 10], [0, 10]], [[4, 4], [4, 6], [6, 6], [6, 4]]); // prettier-ignore
    expect(found('overlap', [frame, box('court', 4, 4, 6, 6)])).toEqual([]);
    expect(found('overlap', [frame, box('within', 1, 1, 2, 2)])).toHaveLength(1);
  });

  it('compares the requested objects with all around them', () => {
    const [a, b] = [box('a', 0, 0, 10, 10), box('b', 8, 5, 20, 15)];
    expect(about(found('overlap', [a, b], { checkedObjects: [b] }))).toEqual([['overlap', 'b', 'a']]);
  });
});

describe('The check of duplicates', () => {
  it('finds the same geometry for any start and direction of rings', () => {
    const a = area('a', [[0, 0], [10, 0], [10, 10], [0, 10]]); // prettier-ignore
    const turned = area('turned', [[10, 10], [10, 0], [0, 0], [0, 10]]); // prettier-ignore
    expect(about(found('duplicate', [a, turned, box('other', 0, 0, 10, 11)]))).toEqual([
      ['same', 'a', 'turned'],
    ]);
    const [l, back] = [line('l', [0, 0], [5, 1]), line('back', [5, 1], [0, 0])];
    expect(about(found('duplicate', [l, { ...back, properties: { name: 'x' } }]))).toEqual([
      ['otherwise', 'l', 'back'],
    ]);
  });

  it('distinguishes 0.9 mm from 1.1 mm', () => {
    const post = (id: string, east: number) => geometry(id, { type: 'Point', coordinates: at(east, 0) });
    expect(found('duplicate', [post('a', 0), post('b', 0.0009)])).toHaveLength(1);
    expect(found('duplicate', [post('a', 0), post('b', 0.0011)])).toEqual([]);
  });
});

describe('The check of repeated vertices', () => {
  it('counts vertices near the previous one', () => {
    const l = line('l', [0, 0], [0, 0], [5, 0], [5, 0.0005], [9, 0]);
    expect(found('repeated', [l, box('sound', 0, 0, 1, 1)])).toMatchObject([
      { objects: [{ id: 'l' }], size: { value: 2, unit: 'places' } },
    ]);
  });
});

describe('The check of gaps', () => {
  // A ring of four around a gap of 0.2 m by 10 m.
  const around = [
    box('west', 0, 0, 10, 20),
    box('east', 10.2, 0, 20, 20),
    area('south', [[10, 0], [10.2, 0], [10.2, 5], [10, 5]]), // prettier-ignore
    area('north', [[10, 15], [10.2, 15], [10.2, 20], [10, 20]]), // prettier-ignore
  ];

  it('finds the area enclosed by neighbours, with the one with the longest common border first', () => {
    const [one, ...others] = found('gap', around);
    expect(others).toEqual([]);
    expect(one!.size!.value).toBeCloseTo(2, 3);
    // East and west share 10 m each, north and south 0.2 m.
    expect(
      one!.objects
        .map(({ id }) => id)
        .slice(0, 2)
        .sort(),
    ).toEqual(['east', 'west']);
    expect(one!.objects).toHaveLength(4);
  });

  it('ignores gaps wider than the tolerance: 2 · 2 / 20.4 is a mean width of 0.196 m', () => {
    expect(found('gap', around, { metres: 0.19 })).toEqual([]);
    expect(found('gap', around, { metres: 0.2 })).toHaveLength(1);
  });

  it('ignores a hole of a single object, and a filled one', () => {
    const court = area('court', [[0, 0], [9, 0], [9, 9], [0, 9]], [[4, 4], [4, 4.5], [5, 4.5], [5, 4]]); // prettier-ignore
    expect(found('gap', [court, box('beside', 9, 0, 10, 9)])).toEqual([]);
    expect(found('gap', [...around, box('filling', 10, 5, 10.2, 15)])).toEqual([]);
  });

  it('is found among many areas, which are united in steps', () => {
    const many: MapObject[] = [];
    for (let i = 0; i < 20; i++)
      for (let j = 0; j < 20; j++) many.push(i === 7 && j === 11 ? box('small', 7, 11, 8, 11.5) : box(`${i} ${j}`, i, j, i + 1, j + 1)); // prettier-ignore
    // Half a square metre is open; 2 · 0.5 / 3 is a mean width of 0.333 m.
    const [one, ...others] = found('gap', many);
    expect(others).toEqual([]);
    expect(one!.size!.value).toBeCloseTo(0.5, 3);
  });
});

describe('The check of slivers', () => {
  it('finds areas that are both thin and long', () => {
    // 0.3 m by 30 m: 2 · 9 / 60.6 = 0.297 m wide, compactness 4π · 9 / 60.6² = 0.031.
    const thin = box('thin', 0, 0, 30, 0.3);
    // 0.3 m by 0.6 m is small, but no sliver: 4π · 0.18 / 1.8² = 0.698.
    expect(about(found('sliver', [thin, box('small', 0, 5, 0.6, 5.3), box('wide', 0, 9, 90, 12)]))).toEqual([
      ['sliver', 'thin'],
    ]);
    expect(found('sliver', [thin], { metres: 0.29 })).toEqual([]);
  });
});

describe('The check of dangles', () => {
  const road = line('road', [0, 0], [100, 0]);

  it('finds an end that stops short of a line, and one that has crossed it', () => {
    const [short, long] = [line('short', [50, 30], [50, 0.2]), line('long', [70, 30], [70, -0.3])];
    const findings = found('dangle', [road, short, long]);
    expect(about(findings)).toEqual([
      ['undershoot', 'short'],
      ['overshoot', 'long'],
    ]);
    expect(findings.map(({ size }) => size!.value)).toEqual([expect.closeTo(0.2, 4), expect.closeTo(0.3, 4)]);
  });

  it('ignores ends that meet a line, are free, or are farther away than the tolerance', () => {
    const lines = [
      line('meets', [50, 30], [50, 0]),
      line('free', [20, 30], [20, 10]),
      line('end to end', [100, 0], [150, 0]),
      line('crosses', [30, 30], [30, -20]),
    ];
    expect(found('dangle', [road, ...lines])).toEqual([]);
    expect(found('dangle', [road, line('short', [50, 30], [50, 0.6])])).toEqual([]);
  });

  it('finds ends that miss each other, from both sides', () => {
    expect(about(found('dangle', [road, line('next', [100.1, 0.1], [150, 5])]))).toEqual([
      ['undershoot', 'road'],
      ['undershoot', 'next'],
    ]);
  });
});

describe('The check of bounds', () => {
  const here = { location: { type: 'Polygon', coordinates: [[at(0, 0), at(100, 0), at(100, 100), at(0, 100), at(0, 0)]] } } as Project; // prettier-ignore

  it("finds objects outside the project's area, and outside the area of use of its CRS", () => {
    const bounds = boundsOf(here, [12, 42, 13, 43]);
    const lost = geometry('lost', { type: 'Point', coordinates: [0, 0] });
    const objects = [box('in', 1, 1, 9, 9), box('out', 90, 90, 110, 110), lost];
    // Three of four corners; the closing vertex is one of those inside.
    expect(found('bounds', objects, { bounds }).map(({ detail, size }) => [detail, size!.value])).toEqual([
      ['project', 3],
      ['project', 1],
    ]);
    expect(
      about(found('bounds', objects, { bounds: boundsOf({ location: null }, [12, 42, 13, 43]) })),
    ).toEqual([['crs', 'lost']]);
  });

  it('supports an area of use that crosses the antimeridian', () => {
    const [bound] = boundsOf({ location: null }, [166, -55, -176, -34]);
    expect([bound!.holds([179, -40]), bound!.holds([-178, -40]), bound!.holds([0, -40])]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('The checks', () => {
  it('run if switched on, and progress reaches the end', () => {
    const objects = [box('a', 0, 0, 10, 10), box('b', 8, 5, 20, 15), area('bow', [[0, 0], [9, 9], [9, 0], [0, 9]])]; // prettier-ignore
    const scene = new ValidationScene(objects, desk(objects).project.document.index);
    const only = { ...storedChoices(undefined, '').get().checks, overlap: { on: false, metres: 1 } };
    const steps = [...look(scene, only)];
    expect(steps.at(-1)!.share).toBe(1);
    expect(steps.every(({ share }, i) => i === 0 || share >= steps[i - 1]!.share)).toBe(true);
    const kinds = new Set(steps.flatMap(({ found: each }) => each?.kind ?? []));
    expect([...kinds]).toEqual(['crossing']);
  });
});
