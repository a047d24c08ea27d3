import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeometryObject } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { gdal, gdalRun } from '../../testing/gdal.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openSurvey, type TestSurvey } from '../../testing/survey.ts';
import { makeObject } from '../../testing/workplace.ts';
import { child, children, parseXml } from './xml.ts';

const NAMES =
  'service="WFS" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:groma="urn:groma:features"';
/** WFS 1.x, as QGIS writes it. */
const OLD_NAMES =
  'service="WFS" xmlns="http://www.opengis.net/wfs" xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml" xmlns:groma="urn:groma:features"';

const parcel = (position: string, more = '') =>
  `<groma:parcel><groma:location><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" srsDimension="3"><gml:pos>${position}</gml:pos></gml:Point></groma:location>${more}</groma:parcel>`;
const byId = (id: string, more = '') =>
  `<fes:Filter><fes:ResourceId rid="parcel.${id}"${more}/></fes:Filter>`;
const property = (name: string, value?: string) =>
  `<wfs:Property><wfs:ValueReference>groma:${name}</wfs:ValueReference>${value === undefined ? '' : `<wfs:Value>${value}</wfs:Value>`}</wfs:Property>`;

describe.each(engines)('WFS transactions on the %s engine', (engine) => {
  let survey: TestSurvey;
  let root: string;
  beforeAll(async () => {
    survey = await openSurvey(engine);
    root = `/wfs/${survey.project.id}`;
  });
  afterAll(() => survey.close());

  const post = (payload: string, by: TestPerson = survey.surveyor) =>
    survey.server.app.inject({
      method: 'POST',
      url: root,
      payload,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'text/xml' },
    });
  const transact = (actions: string, by?: TestPerson) =>
    post(`<wfs:Transaction version="2.0.0" ${NAMES}>${actions}</wfs:Transaction>`, by);
  const done = async (actions: string) => {
    const answer = await transact(actions);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return parseXml(answer.body);
  };
  const refused = async (actions: string, by?: TestPerson) => {
    const answer = await transact(actions, by);
    const exception = parseXml(answer.body).children[0]!;
    const { attributes } = exception;
    return [answer.statusCode, attributes.get('locator') ?? '', exception.children[0]!.text];
  };
  const stored = async (id: string) =>
    must(await survey.surveyor.send<GeometryObject>('GET', `/geometries/${id}`), 200);
  const count = async () => {
    const [row] = await survey.server.db.query<{ n: number }>('select count(*)::int as n from geometries');
    return row!.n;
  };

  it('inserts, updates, replaces and deletes in one transaction', async () => {
    const made = [];
    for (const owner of ['A', 'B', 'C'])
      made.push(await makeObject(survey.surveyor, survey.project.id, { properties: { owner, floors: 1 } }));
    const [a, b, c] = made.map(({ id }) => id) as [string, string, string];
    const response = await done(
      `<wfs:Insert handle="new">${parcel('41.9 12.5 57.25', '<groma:owner>D&apos;Annunzio &amp; figli</groma:owner><groma:area_x0020_m_x00B2_>12.5</groma:area_x0020_m_x00B2_><groma:inhabited>true</groma:inhabited><groma:surveyed>2026-05-01Z</groma:surveyed>')}${parcel('42 13 0')}</wfs:Insert>` +
        `<wfs:Update typeName="groma:parcel">${property('floors', '7')}${property('owner')}${byId(a)}</wfs:Update>` +
        `<wfs:Replace>${parcel('43 11 1', '<groma:owner>new</groma:owner>')}${byId(b)}</wfs:Replace>` +
        `<wfs:Delete typeName="groma:parcel">${byId(c)}</wfs:Delete>`,
    );
    const totals = child(response, 'TransactionSummary')!.children.map(({ name, text }) => [name, text]);
    expect(totals).toEqual([
      ['totalInserted', '2'],
      ['totalUpdated', '1'],
      ['totalReplaced', '1'],
      ['totalDeleted', '1'],
    ]);
    const features = children(child(response, 'InsertResults')!, 'Feature');
    expect(features[0]!.attributes.get('handle')).toBe('new');
    const id = features[0]!.children[0]!.attributes.get('rid')!.slice(-36);
    const { location, properties, typeName } = await stored(id);
    expect([typeName, location.coordinates]).toEqual(['parcel', [12.5, 41.9, 57.25]]);
    expect(properties).toEqual({
      owner: `D'Annunzio & figli`,
      'area m²': 12.5,
      inhabited: true,
      surveyed: '2026-05-01',
    });
    const updated = await stored(a);
    expect([updated.properties, updated.location]).toEqual([{ floors: 7 }, made[0]!.location]);
    const replaced = await stored(b);
    expect([replaced.properties, replaced.location.coordinates]).toEqual([{ owner: 'new' }, [11, 43, 1]]);
    expect((await survey.surveyor.send('GET', `/geometries/${c}`)).status).toBe(404);
    expect((await survey.surveyor.send('GET', `/geometries/${a}/transactions`)).body).toHaveLength(2);
  });

  it('writes nothing when one action fails, and names the feature and the reason', async () => {
    const before = await count();
    const two = `<wfs:Insert handle="import">${parcel('41 12 0')}${parcel('41 12 0', '<groma:floors>many</groma:floors>')}</wfs:Insert>`;
    const [status, locator, text] = await refused(two);
    expect([status, locator]).toEqual([422, 'import']);
    expect(text).toMatch(/^parcel 2: .*floors.* Nothing was saved\.$/);
    const later = `<wfs:Insert>${parcel('41 12 0')}</wfs:Insert><wfs:Delete typeName="groma:nobody">${byId('x')}</wfs:Delete>`;
    expect((await refused(later))[0]).toBe(400);
    expect(await count()).toBe(before);
  });

  it.each([
    ['an action without a filter', '<wfs:Delete typeName="groma:parcel"/>', 'needs a filter'],
    ['an empty filter', '<wfs:Delete typeName="groma:parcel"><fes:Filter/></wfs:Delete>', 'needs a filter'],
    [
      'an unknown field',
      `<wfs:Insert>${parcel('41 12 0', '<groma:colour>red</groma:colour>')}</wfs:Insert>`,
      'colour',
    ],
    [
      'no geometry',
      '<wfs:Insert><groma:parcel><groma:owner>x</groma:owner></groma:parcel></wfs:Insert>',
      'needs a geometry',
    ],
    ['a latitude of 91', `<wfs:Insert>${parcel('91 12 0')}</wfs:Insert>`, 'out of range'],
    [
      'the layer of all objects',
      '<wfs:Insert><groma:geometries><groma:location><gml:Point><gml:pos>41 12</gml:pos></gml:Point></groma:location></groma:geometries></wfs:Insert>',
      'object type',
    ],
    ['a lock', '<wfs:LockId>1</wfs:LockId>', 'Locks'],
    ['another action', '<wfs:Native vendorId="x" safeToIgnore="false"/>', 'Native'],
  ])('refuses %s', async (_, actions, words) => {
    expect((await refused(actions))[2]).toContain(words);
  });

  it('refuses a change that is based on an older version', async () => {
    const { id } = await makeObject(survey.surveyor, survey.project.id, { properties: { floors: 1 } });
    const update = (floors: number, version: number) =>
      `<wfs:Update typeName="groma:parcel">${property('floors', String(floors))}${byId(id, ` version="${version}"`)}</wfs:Update>`;
    await done(update(2, 1));
    const [status, , text] = await refused(update(3, 1));
    expect([status, text]).toEqual([412, expect.stringContaining('changed since')]);
    expect((await stored(id)).properties).toEqual({ floors: 2 });
  });

  it('allows what the role allows', async () => {
    const { id } = survey.objects.find(({ typeName }) => typeName === 'parcel')!;
    const deletion = `<wfs:Delete typeName="groma:parcel">${byId(id)}</wfs:Delete>`;
    expect((await refused(`<wfs:Insert>${parcel('41 12 0')}</wfs:Insert>`, survey.guest))[0]).toBe(403);
    expect((await refused(deletion, survey.guest))[0]).toBe(403);
    const capabilities = async (by: TestPerson, version: string) =>
      (
        await survey.server.app.inject({
          url: `${root}?service=WFS&request=GetCapabilities&version=${version}`,
          headers: { authorization: `Bearer ${by.token}` },
        })
      ).body;
    for (const version of ['2.0.0', '1.1.0', '1.0.0']) {
      expect(await capabilities(survey.surveyor, version)).toMatch(/<(ows:Operation name=")?Transaction/);
      expect(await capabilities(survey.guest, version)).not.toContain('Transaction"');
    }
    const archived = await survey.server.project(survey.admin, 'Archivio', [survey.surveyor]);
    must(
      await survey.admin.send('PUT', `/projects/${archived.id}`, { archived: true }, { 'if-match': '"1"' }),
      200,
    );
    const late = await survey.server.app.inject({
      method: 'POST',
      url: `/wfs/${archived.id}`,
      payload: `<wfs:Transaction version="2.0.0" ${NAMES}><wfs:Insert>${parcel('41 12 0')}</wfs:Insert></wfs:Transaction>`,
      headers: { authorization: `Bearer ${survey.surveyor.token}`, 'content-type': 'text/xml' },
    });
    expect([late.statusCode, late.body]).toEqual([409, expect.stringContaining('archived')]);
  });

  it('understands the transactions of QGIS, in the form of WFS 1.0 and 1.1', async () => {
    const point =
      '<gml:Point srsName="EPSG:4326"><gml:coordinates cs="," ts=" ">12.5,41.9</gml:coordinates></gml:Point>';
    const insert = `<Insert><groma:parcel><groma:location>${point}</groma:location><groma:owner>Q</groma:owner></groma:parcel></Insert>`;
    const first = await post(`<Transaction version="1.0.0" ${OLD_NAMES}>${insert}</Transaction>`);
    const response = parseXml(first.body);
    expect(response.name).toBe('WFS_TransactionResponse');
    const fid = child(response, 'InsertResult')!.children[0]!.attributes.get('fid')!;
    expect((await stored(fid.slice(-36))).location.coordinates).toEqual([12.5, 41.9]);
    const filter = `<ogc:Filter><ogc:FeatureId fid="${fid}"/></ogc:Filter>`;
    const update = `<Update typeName="groma:parcel"><Property><Name>owner</Name><Value>R</Value></Property>${filter}</Update>`;
    const second = await post(`<Transaction version="1.1.0" ${OLD_NAMES}>${update}</Transaction>`);
    const { children: summary } = child(parseXml(second.body), 'TransactionSummary')!;
    expect(summary.map(({ text }) => text)).toEqual(['0', '1', '0']);
    expect((await stored(fid.slice(-36))).properties).toEqual({ owner: 'R' });
  });

  it('reads longitude first in WFS 1.0, also with the URN that QGIS copies from 2.0, and keeps heights', async () => {
    const high = survey.objects[0]!;
    const point =
      '<gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:coordinates cs="," ts=" ">12.5,41.9</gml:coordinates></gml:Point>';
    const update = `<Update typeName="groma:parcel"><Property><Name>groma:location</Name><Value>${point}</Value></Property><ogc:Filter><ogc:FeatureId fid="parcel.${high.id}"/></ogc:Filter></Update>`;
    const answer = await post(`<Transaction version="1.0.0" ${OLD_NAMES}>${update}</Transaction>`);
    expect(answer.body).toContain('SUCCESS');
    expect((await stored(high.id)).location.coordinates).toEqual([12.5, 41.9, 57.25]);
  });

  it('filters by time', async () => {
    const found = async (filter: string) => {
      const answer = await post(
        `<wfs:GetFeature version="2.0.0" resultType="hits" ${NAMES}><wfs:Query typeNames="groma:parcel"><fes:Filter>${filter}</fes:Filter></wfs:Query></wfs:GetFeature>`,
      );
      return answer.statusCode === 200
        ? Number(parseXml(answer.body).attributes.get('numberMatched'))
        : answer.body;
    };
    const instant = (at: string) =>
      `<gml:TimeInstant gml:id="t"><gml:timePosition>${at}</gml:timePosition></gml:TimeInstant>`;
    const period = (from: string, until: string) =>
      `<gml:TimePeriod gml:id="t"><gml:beginPosition>${from}</gml:beginPosition><gml:endPosition>${until}</gml:endPosition></gml:TimePeriod>`;
    const is = (relation: string, name: string, time: string) =>
      found(`<fes:${relation}><fes:ValueReference>${name}</fes:ValueReference>${time}</fes:${relation}>`);
    const all = await found(
      '<fes:Not><fes:PropertyIsNull><fes:ValueReference>updatedAt</fes:ValueReference></fes:PropertyIsNull></fes:Not>',
    );
    expect(await is('After', 'updatedAt', instant('2000-01-01T00:00:00Z'))).toBe(all);
    expect(await is('Before', 'updatedAt', instant('2000-01-01T00:00:00Z'))).toBe(0);
    expect(await is('During', 'createdAt', period('2000-01-01', '2999-01-01'))).toBe(all);
    // 1899-12-31 and 2026-05-01 are the days surveyed.
    expect(await is('Before', 'surveyed', instant('1900-01-01'))).toBe(1);
    expect(await is('TEquals', 'surveyed', instant('1899-12-31'))).toBe(1);
    expect(await is('During', 'surveyed', period('1899-12-30', '1900-01-01'))).toBe(1);
    expect(await is('During', 'surveyed', period('1899-12-31', '1900-01-01'))).toBe(0);
    expect(await is('After', 'surveyed', instant('yesterday'))).toContain('not a date-time');
    expect(await is('After', 'owner', '<gml:Point/>')).toContain('incomplete');
  });

  describe.runIf(gdal)('by GDAL (skipped where gdal-bin is not installed)', () => {
    it.each(['1.1.0', '1.0.0'])('appends and deletes features with WFS %s', async (version) => {
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-wfst-'));
      const { token } = survey.surveyor;
      const source = `WFS:${survey.url}${root}?VERSION=${version}`;
      try {
        const file = path.join(folder, 'new.geojson');
        const feature = {
          type: 'Feature',
          properties: { owner: `GDAL ${version}`, floors: 4 },
          geometry: { type: 'Point', coordinates: [12.25, 42.5] },
        };
        await fs.writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
        await gdalRun('ogr2ogr', token, ['-append', '-f', 'WFS', source, file, '-nln', 'groma:parcel']);
        const find = async () =>
          survey.server.db.query<{ id: string; place: string; properties: unknown }>(
            `select id, st_astext(geom) as place, properties from geometries where properties->>'owner' = $1`,
            [`GDAL ${version}`],
          );
        expect(await find()).toMatchObject([
          { place: 'POINT(12.25 42.5)', properties: { owner: `GDAL ${version}`, floors: 4 } },
        ]);
        await gdalRun('ogrinfo', token, [
          source,
          '-sql',
          `DELETE FROM groma:parcel WHERE owner = 'GDAL ${version}'`,
        ]);
        expect(await find()).toEqual([]);
      } finally {
        await fs.rm(folder, { recursive: true, force: true });
      }
    });
  });
});
