import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCrs, unproject } from '#core/geodesy';
import type { BimCheck, BimCheckResult, BimModel, Pointcloud, Problem } from '#core/protocol';
import { openJobs } from '../../../app/job-kinds.ts';
import { smallLas } from '../../../testing/las.ts';
import { upload } from '../../../testing/sending.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import { smallIfc } from '../../../testing/small-ifc.ts';
import { ended } from '../../../testing/upload-job.ts';
import { makeObject, openWorkplace, type Workplace } from '../../../testing/workplace.ts';

const CRS = 'EPSG:32633';
/** Where the file has its zero, and its x axis to the north. */
const [E, N, H] = [305_150, 4_756_900, 250];
const PLACED =
  `#900=IFCPROJECTEDCRS('${CRS}',$,$,$,$,$,#901);\n#901=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n` +
  `#902=IFCMAPCONVERSION(#10,#900,${E}.,${N}.,${H}.,0.,1.,$);`;
/** In the map: x of the file is north, y is west. */
const onMap = ([x, y, z]: readonly [number, number, number]) => [E - y, N + x, H + z] as const;

describe('What was surveyed beside a model', () => {
  let place: Workplace;
  let crew: TestPerson;
  let outsider: TestPerson;
  let model: BimModel;
  let cloud: Pointcloud;
  let project: string;

  beforeAll(async () => {
    place = await openWorkplace('embedded', { jobs: openJobs });
    const { server, admin } = place;
    const all = [
      ...['geometries.read', 'geometries.write', 'bim.read', 'bim.write', 'bim.comment'],
      ...['pointcloud.read', 'pointcloud.write', 'files.write'],
    ];
    crew = await server.person(admin, 'Crew', all);
    outsider = await server.person(admin, 'Outsider', all);
    project = (await server.project(admin, 'Appia', [crew])).id;
    must(await admin.send('POST', '/attributes', { name: 'path' }), 201);
    await loadCrs(CRS);
    const headers = { projectid: project };
    // A wall of 4 × 0.3 × 2.7 m from the zero of the file, 3 m up.
    const ifc = smallIfc({ walls: [{ name: 'Wall', at: [0, 0, 3] }], more: PLACED });
    const sent = must(
      await upload<BimModel>(server, crew, '/bim', { name: 'a.ifc', content: ifc }, {}, headers),
      201,
    );
    await ended(crew, sent.jobId!);
    model = must(await crew.send<BimModel>('GET', `/bim/${sent.id}`), 200);
    // 200 points 12 mm before its side at y = 0, and 100 that are 1 m away.
    const places = Array.from({ length: 300 }, (_, i) =>
      onMap([0.1 + (i % 200) * 0.019, i < 200 ? -0.012 : -1, 3.1 + (i % 7) * 0.3]),
    );
    const las = { name: 'a.las', content: smallLas({ places, epsg: 32_633 }) };
    const added = must(await upload<Pointcloud>(server, crew, '/pointcloud', las, {}, headers), 201);
    await ended(crew, added.jobId!);
    cloud = must(await crew.send<Pointcloud>('GET', `/pointcloud/${added.id}`), 200);
  });
  afterAll(() => place.close());

  async function check(body: object): Promise<BimCheckResult> {
    const path = `/bim/${model.id}/checks`;
    const { id, jobId } = must(await crew.send<{ id: string; jobId: string }>('POST', path, body), 202);
    await ended(crew, jobId);
    const answer = must(
      await crew.send<BimCheck & { result: BimCheckResult | null }>('GET', `${path}/${id}`),
      200,
    );
    if (!answer.result) throw new Error(answer.error ?? answer.state);
    return answer.result;
  }
  const comparison = (of: object) => ({
    ...{ kind: 'deviation', name: 'As built', of, tolerance: 0.01, reach: 0.1, points: 100_000 },
  });

  it('a cloud is compared with the elements where both stand on the map', async () => {
    expect(model.georeference).toMatchObject({ applied: 'map-conversion', heights: 'unknown' });
    const result = await check(comparison({ cloudId: cloud.id }));
    if (result.kind !== 'deviation') throw new Error(result.kind);
    const { rows, all, isCut, cloudName } = result.report;
    expect([cloudName, isCut]).toEqual(['a.las', false]);
    expect(all!.count).toBe(200);
    // Neither says what its heights are above.
    expect(result.report.heightsApart).toBeNull();
    // Written in millimetres.
    expect(Math.abs(all!.mean - 0.012)).toBeLessThan(0.0006);
    expect(rows).toMatchObject([{ name: 'Wall', class: 'IfcWall', count: 200, within: 0 }]);
  });

  it('objects are compared vertex by vertex, and clash where they are in an element', async () => {
    const position = (at: readonly [number, number, number]): [number, number, number] => {
      const [e, n, h] = onMap(at);
      const [longitude, latitude] = unproject(CRS, [e, n]);
      return [longitude, latitude, h];
    };
    const pipe = await makeObject(crew, project, {
      typeName: 'path',
      location: { type: 'LineString', coordinates: [position([1, -0.05, 4]), position([1, 1, 4])] },
    });
    // Without heights: it is nowhere beside a wall.
    await makeObject(crew, project, {
      typeName: 'path',
      location: { type: 'LineString', coordinates: [[12.6, 42.9], [12.7, 42.9]] }, // prettier-ignore
    });
    const compared = await check(comparison({ typeName: 'path' }));
    if (compared.kind !== 'deviation') throw new Error(compared.kind);
    const [vertex] = compared.report.surveyed;
    expect(compared.report.points).toBe(2);
    // The file does not say what its heights are above; those of objects are above the ellipsoid, which
    // is 48 m below sea level here.
    expect(compared.report.heightsApart).toBeGreaterThan(46);
    expect(compared.report.heightsApart).toBeLessThan(50);
    expect(vertex).toMatchObject({ objectId: pipe.id, name: 'Wall' });
    expect(Math.abs(vertex!.distance - 0.05)).toBeLessThan(0.001);
    expect(Math.abs(vertex!.delta[1] + 0.05)).toBeLessThan(0.001);
    const clash = await check({
      ...{ kind: 'clash', name: 'Pipes', with: { typeName: 'path' }, tolerance: 0.01, clearance: 0 },
    });
    if (clash.kind !== 'clash') throw new Error(clash.kind);
    expect(clash.report).toMatchObject({ withId: null, withName: 'path' });
    expect(clash.report.clashes).toMatchObject([{ a: { name: 'Wall' }, b: { globalId: pipe.id } }]);
  });

  it('is refused with a sentence where there is nothing to compare', async () => {
    const path = `/bim/${model.id}/checks`;
    const nothing = await crew.send<Problem>('POST', path, comparison({ typeName: 'parcel' }));
    expect([nothing.status, nothing.body.detail]).toEqual([
      422,
      'No object of the type “parcel” that you may see has heights. Survey points or lines with heights, or choose another type.',
    ]);
    const hidden = await outsider.send('POST', path, comparison({ cloudId: cloud.id }));
    expect(hidden.status).toBe(404);
  });
});
