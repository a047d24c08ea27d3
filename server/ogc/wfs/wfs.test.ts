import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { gdal, gdalRead, gdalRun } from '../../testing/gdal.ts';
import { ODD_TYPE, openSurvey, type TestSurvey } from '../../testing/survey.ts';
import { engines } from '../../testing/databases.ts';
import type { TestPerson } from '../../testing/server.ts';
import { makeObject } from '../../testing/workplace.ts';
import { child, children, parseXml, type Element } from './xml.ts';

const ODD_ELEMENT = 'Pozzi_x0020__x0026__x0020_fonti_x002F_2';
const FES = 'xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"';

describe.each(engines)('WFS on the %s engine', (engine) => {
  let survey: TestSurvey;
  let root: string;
  beforeAll(async () => {
    survey = await openSurvey(engine);
    root = `/wfs/${survey.project.id}`;
  });
  afterAll(() => survey.close());

  const send = (method: 'GET' | 'POST', url: string, payload?: string, by: TestPerson = survey.surveyor) =>
    survey.server.app.inject({
      method,
      url,
      ...(payload !== undefined && { payload }),
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(payload !== undefined && { 'content-type': 'text/xml' }),
      },
    });
  const ask = (query: Record<string, string>, by?: TestPerson, at = root) =>
    send(
      'GET',
      `${at}?${new URLSearchParams({ service: 'WFS', version: '2.0.0', ...query }).toString()}`,
      undefined,
      by,
    );
  const read = async (query: Record<string, string>, by?: TestPerson, at = root): Promise<Element> => {
    const answer = await ask(query, by, at);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return parseXml(answer.body);
  };
  const features = (query: Record<string, string> = {}, by?: TestPerson) =>
    read({ request: 'GetFeature', typeNames: 'groma:parcel', ...query }, by);
  const idsIn = (collection: Element) =>
    children(collection, 'member').map(({ children: [each] }) => each!.attributes.get('id')!.slice(-36));
  const filtered = async (filter: string) => {
    const found = await features({ filter: `<fes:Filter ${FES}>${filter}</fes:Filter>` });
    return idsIn(found)
      .map((id) => survey.objects.findIndex((object) => object.id === id))
      .sort();
  };
  const compare = (name: string, property: string, literal: string, more = '') =>
    `<fes:${name}${more}><fes:ValueReference>groma:${property}</fes:ValueReference><fes:Literal>${literal}</fes:Literal></fes:${name}>`;
  const exception = async (query: Record<string, string>, by?: TestPerson) => {
    const answer = await ask(query, by);
    const [report] = parseXml(answer.body).children;
    return [
      answer.statusCode,
      report!.attributes.get('exceptionCode'),
      report!.attributes.get('locator') ?? '',
    ];
  };
  const parcels = () => survey.objects.filter(({ typeName }) => typeName === 'parcel');

  it('lists its feature types, their extents and its filter capabilities', async () => {
    const capabilities = await read({ request: 'GetCapabilities' });
    expect(capabilities.attributes.get('version')).toBe('2.0.0');
    const types = children(child(capabilities, 'FeatureTypeList')!, 'FeatureType');
    expect(types.map((type) => child(type, 'Name')!.text)).toEqual([
      `groma:${ODD_ELEMENT}`,
      'groma:parcel',
      'groma:secret',
      'groma:geometries',
    ]);
    expect(child(types[0]!, 'Title')!.text).toBe(ODD_TYPE);
    expect(child(types[1]!, 'DefaultCRS')!.text).toBe('urn:ogc:def:crs:EPSG::4326');
    const box = child(types[1]!, 'WGS84BoundingBox')!;
    expect(child(box, 'LowerCorner')!.text).toBe('9.19 41');
    expect(child(capabilities, 'Filter_Capabilities')).toBeDefined();
  });

  it('describes the fields of a type with their types', async () => {
    const schema = await read({ request: 'DescribeFeatureType', typeNames: 'groma:parcel' });
    const sequence = child(
      child(child(child(schema, 'complexType')!, 'complexContent')!, 'extension')!,
      'sequence',
    )!;
    expect(
      sequence.children.map(({ attributes }) => [attributes.get('name'), attributes.get('type')]),
    ).toEqual([
      ['location', 'gml:GeometryPropertyType'],
      ['owner', 'xsd:string'],
      ['area_x0020_m_x00B2_', 'xsd:double'],
      ['floors', 'xsd:long'],
      ['rooms', 'xsd:long'],
      ['surveyed', 'xsd:date'],
      ['inhabited', 'xsd:boolean'],
      ['use', 'xsd:string'],
    ]);
    const odd = await ask({ request: 'DescribeFeatureType', typeNames: `groma:${ODD_ELEMENT}` });
    expect(odd.body).toContain('type="gml:PointPropertyType"');
  });

  it('writes the same coordinates to the last digit, latitude first, with heights, holes and several parts', async () => {
    const found = await features();
    expect([found.attributes.get('numberMatched'), found.attributes.get('numberReturned')]).toEqual([
      '8',
      '8',
    ]);
    const members = children(found, 'member').map(({ children: [feature] }) => feature!);
    for (const object of parcels()) {
      const feature = members.find(({ attributes }) => attributes.get('id') === `parcel.${object.id}`)!;
      const geometry = child(feature, 'location')!.children[0]!;
      expect(geometry.attributes.get('srsName')).toBe('urn:ogc:def:crs:EPSG::4326');
      const written = numbersIn(geometry);
      const positions = (object.location.coordinates as unknown[]).flat(3) as number[];
      const size = (deepest(object.location.coordinates) as Position).length;
      expect(geometry.attributes.get('srsDimension')).toBe(String(size));
      const stored: number[] = [];
      for (let n = 0; n < positions.length; n += size)
        stored.push(positions[n + 1]!, positions[n]!, ...positions.slice(n + 2, n + size));
      expect(written).toEqual(stored);
    }
    const ids = [
      ...(await ask({ request: 'GetFeature', typeNames: 'groma:parcel' })).body.matchAll(/gml:id="([^"]+)"/g),
    ];
    expect(new Set(ids.map(([, id]) => id)).size).toBe(ids.length);
  });

  it('writes text, numbers, dates and booleans, and leaves out empty values', async () => {
    const found = await features({ resourceId: `parcel.${survey.objects[0]!.id}` });
    const feature = children(found, 'member')[0]!.children[0]!;
    const values = feature.children.slice(1).map(({ name, text }) => [name, text]);
    expect(values).toEqual([
      ['owner', `D'Annunzio <& "figli"> €`],
      ['area_x0020_m_x00B2_', '1234.5678901234'],
      ['floors', '3'],
      ['rooms', '2147483647'],
      ['surveyed', '2026-05-01'],
      ['inhabited', 'true'],
      ['use', 'house'],
    ]);
    const empty = await features({ resourceId: `parcel.${survey.objects[2]!.id}` });
    expect(children(empty, 'member')[0]!.children[0]!.children.map(({ name }) => name)).toEqual(['location']);
  });

  it('filters by comparison, pattern, range, null and id, combined by and, or and not', async () => {
    // Numbers are indices of the survey's objects.
    expect(await filtered(compare('PropertyIsEqualTo', 'owner', 'Rossi'))).toEqual([5, 6]);
    expect(await filtered(compare('PropertyIsEqualTo', 'owner', 'ROSSI', ' matchCase="false"'))).toEqual([
      5, 6,
    ]);
    expect(await filtered(compare('PropertyIsEqualTo', 'owner', 'ROSSI'))).toEqual([]);
    expect(await filtered(compare('PropertyIsNotEqualTo', 'owner', 'Rossi'))).toEqual([0, 1, 4, 7]);
    expect(await filtered(compare('PropertyIsLessThan', 'floors', '3'))).toEqual([1, 6]);
    expect(await filtered(compare('PropertyIsGreaterThanOrEqualTo', 'floors', '3'))).toEqual([0, 5]);
    expect(await filtered(compare('PropertyIsEqualTo', 'inhabited', 'true'))).toEqual([0]);
    expect(await filtered(compare('PropertyIsEqualTo', 'area_x0020_m_x00B2_', '1.23456789015E+10'))).toEqual([
      5,
    ]);
    expect(await filtered(compare('PropertyIsLessThan', 'surveyed', '1900-01-01'))).toEqual([4]);
    const signs = ' wildCard="*" singleChar="?" escapeChar="!"';
    expect(await filtered(compare('PropertyIsLike', 'owner', 'R?ss*', signs))).toEqual([5, 6]);
    expect(await filtered(compare('PropertyIsLike', 'owner', '*no!?*', signs))).toEqual([1]);
    expect(await filtered(compare('PropertyIsLike', 'owner', '%', signs))).toEqual([]);
    expect(
      await filtered(
        `<fes:PropertyIsBetween><fes:ValueReference>floors</fes:ValueReference><fes:LowerBoundary><fes:Literal>-5</fes:Literal></fes:LowerBoundary><fes:UpperBoundary><fes:Literal>0</fes:Literal></fes:UpperBoundary></fes:PropertyIsBetween>`,
      ),
    ).toEqual([1, 6]);
    const nobody = `<fes:PropertyIsNull><fes:ValueReference>owner</fes:ValueReference></fes:PropertyIsNull>`;
    expect(await filtered(nobody)).toEqual([2, 3]);
    expect(await filtered(`<fes:Not>${nobody}</fes:Not>`)).toEqual([0, 1, 4, 5, 6, 7]);
    const rossi = compare('PropertyIsEqualTo', 'owner', 'Rossi');
    expect(
      await filtered(`<fes:And>${rossi}${compare('PropertyIsLessThan', 'floors', '0')}</fes:And>`),
    ).toEqual([6]);
    expect(await filtered(`<fes:Or>${rossi}${nobody}</fes:Or>`)).toEqual([2, 3, 5, 6]);
    const [first, , third] = survey.objects;
    expect(
      await filtered(
        `<fes:ResourceId rid="parcel.${first!.id}"/><fes:ResourceId rid="parcel.${third!.id}"/>`,
      ),
    ).toEqual([0, 2]);
  });

  it('filters by geometry, in the axis order of the named CRS', async () => {
    const envelope = (srsName: string, low: string, high: string) =>
      `<fes:BBOX><fes:ValueReference>groma:location</fes:ValueReference><gml:Envelope srsName="${srsName}"><gml:lowerCorner>${low}</gml:lowerCorner><gml:upperCorner>${high}</gml:upperCorner></gml:Envelope></fes:BBOX>`;
    expect(await filtered(envelope('urn:ogc:def:crs:EPSG::4326', '46 11', '46.2 11.3'))).toEqual([2, 3]);
    expect(await filtered(envelope('EPSG:4326', '11 46', '11.3 46.2'))).toEqual([2, 3]);
    expect(await filtered(envelope('urn:ogc:def:crs:OGC:1.3:CRS84', '11 46', '11.3 46.2'))).toEqual([2, 3]);
    const polygon = (low: number, high: number) =>
      `<gml:Polygon srsName="urn:ogc:def:crs:EPSG::4326"><gml:exterior><gml:LinearRing><gml:posList>42 ${low} 42 ${high} 42.01 ${high} 42.01 ${low} 42 ${low}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`;
    const place = (name: string, shape: string, more = '') =>
      `<fes:${name}><fes:ValueReference>location</fes:ValueReference>${shape}${more}</fes:${name}>`;
    // The fifth has squares at 12 and 12.1, each of 0.01.
    expect(await filtered(place('Intersects', polygon(12, 12.01)))).toEqual([5]);
    expect(await filtered(place('Within', polygon(12, 12.11)))).toEqual([5]);
    expect(await filtered(place('Within', polygon(12, 12.05)))).toEqual([]);
    expect(await filtered(place('Disjoint', polygon(11.9, 12.2)))).toEqual([0, 1, 2, 3, 4, 6, 7]);
    const milan =
      '<gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>45.4642 9.2</gml:pos></gml:Point>';
    // 0.01° at 45.46° is about 782 m.
    expect(await filtered(place('DWithin', milan, '<fes:Distance uom="m">800</fes:Distance>'))).toEqual([1]);
    expect(await filtered(place('DWithin', milan, '<fes:Distance uom="m">750</fes:Distance>'))).toEqual([]);
    for (const bbox of [
      '46,11,46.2,11.3',
      '11,46,11.3,46.2,EPSG:4326',
      '46,11,46.2,11.3,urn:ogc:def:crs:EPSG::4326',
    ])
      expect([bbox, idsIn(await features({ bbox })).length]).toEqual([bbox, 2]);
  });

  it('pages by count and startIndex, with the URLs of the next and previous pages', async () => {
    const seen: string[] = [];
    let url: string | undefined =
      `${root}?service=WFS&version=2.0.0&request=GetFeature&typeNames=groma:parcel&count=3`;
    while (url) {
      const page: Element = parseXml((await send('GET', url)).body);
      expect(page.attributes.get('numberMatched')).toBe('8');
      seen.push(...idsIn(page));
      if (seen.length > 3) expect(page.attributes.get('previous')).toMatch(/startIndex=\d+&count=3$/);
      url = page.attributes.get('next')?.replace(/^http:\/\/[^/]+/, '');
    }
    expect(seen).toEqual(
      parcels()
        .map(({ id }) => id)
        .sort(),
    );
    const hits = await features({ resultType: 'hits' });
    expect([
      hits.attributes.get('numberMatched'),
      hits.attributes.get('numberReturned'),
      hits.children.length,
    ]).toEqual(['8', '0', 0]);
  });

  it('sorts, and returns only the requested properties', async () => {
    const sorted = await features({ sortBy: 'floors DESC,owner ASC', propertyName: 'groma:floors' });
    const members = children(sorted, 'member').map(({ children: [feature] }) =>
      feature!.children.map(({ name, text }) => `${name} ${text}`),
    );
    expect(members).toEqual([
      ['floors 9007199254740991'],
      ['floors 3'],
      ['floors 0'],
      ['floors -5'],
      [],
      [],
      [],
      [],
    ]);
    const values = await read({
      request: 'GetPropertyValue',
      typeNames: 'parcel',
      valueReference: 'owner',
      sortBy: 'owner',
    });
    expect(children(values, 'member').map((member) => member.children[0]!.text)).toEqual(
      [`D'Annunzio <& "figli"> €`, 'Bianchi', 'Perché no? 漢字 😀', 'Rossi', 'Rossi', 'two\nlines'].sort(),
    );
  });

  it('returns GeoJSON like the API, and names another CRS', async () => {
    const json = await ask({ request: 'GetFeature', typeNames: 'parcel', outputFormat: 'application/json' });
    const answer = json.json<{
      numberMatched: number;
      features: { id: string; geometry: unknown; properties: unknown }[];
    }>();
    expect(answer.numberMatched).toBe(8);
    const sorted = [...parcels()].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(answer.features.map(({ id, geometry, properties }) => ({ id, geometry, properties }))).toEqual(
      sorted.map(({ id, location, properties }) => ({ id, geometry: location, properties })),
    );
    const urn = 'urn:ogc:def:crs:EPSG::3857';
    const query = {
      request: 'GetFeature',
      typeNames: 'parcel',
      resourceId: survey.objects[1]!.id,
      srsName: urn,
    };
    const mercator = (await ask({ ...query, outputFormat: 'json', propertyName: 'owner,location' })).json<{
      crs: { properties: { name: string } };
      features: { geometry: { coordinates: number[] }; properties: object }[];
    }>();
    expect(mercator.crs.properties.name).toBe(urn);
    expect(mercator.features[0]!.properties).toEqual({ owner: 'Perché no? 漢字 😀' });
    const x = (6378137 * 9.19 * Math.PI) / 180;
    expect(mercator.features[0]!.geometry.coordinates[0]).toBeCloseTo(x, 3);
    const gml = child(children(await read(query), 'member')[0]!.children[0]!, 'location')!.children[0]!;
    expect(gml.attributes.get('srsName')).toBe(urn);
    expect(numbersIn(gml)[0]).toBeCloseTo(x, 3);
  });

  it('returns a single feature by id', async () => {
    const id = `parcel.${survey.objects[0]!.id}`;
    const stored = { request: 'GetFeature', storedQuery_Id: 'urn:ogc:def:query:OGC-WFS::GetFeatureById' };
    expect((await read({ ...stored, id })).attributes.get('id')).toBe(id);
    expect(await exception({ ...stored, id: `parcel.${survey.project.id}` })).toEqual([
      404,
      'NotFound',
      'id',
    ]);
    expect(await exception({ ...stored })).toEqual([400, 'MissingParameterValue', 'id']);
    const [query] = (await read({ request: 'ListStoredQueries' })).children;
    expect(query!.attributes.get('id')).toBe(stored.storedQuery_Id);
    expect((await read({ request: 'DescribeStoredQueries' })).children).toHaveLength(1);
  });

  it('accepts the same requests as XML', async () => {
    const body = `<?xml version="1.0"?><wfs:GetFeature service="WFS" version="2.0.0" count="1" xmlns:wfs="http://www.opengis.net/wfs/2.0" ${FES} xmlns:groma="urn:groma:features">
      <wfs:Query typeNames="groma:parcel"><wfs:PropertyName>groma:owner</wfs:PropertyName><fes:Filter>${compare('PropertyIsEqualTo', 'owner', 'Rossi')}</fes:Filter>
      <fes:SortBy><fes:SortProperty><fes:ValueReference>floors</fes:ValueReference><fes:SortOrder>DESC</fes:SortOrder></fes:SortProperty></fes:SortBy></wfs:Query></wfs:GetFeature>`;
    const found = parseXml((await send('POST', root, body)).body);
    expect(idsIn(found)).toEqual([survey.objects[5]!.id]);
    expect(found.attributes.get('numberMatched')).toBe('2');
    const capabilities = await send(
      'POST',
      root,
      '<GetCapabilities xmlns="http://www.opengis.net/wfs/2.0" service="WFS"/>',
    );
    expect(capabilities.body).toContain('WFS_Capabilities');
    const two = `<GetFeature xmlns="http://www.opengis.net/wfs/2.0" service="WFS" version="2.0.0"><Query typeNames="parcel"/><Query typeNames="${ODD_ELEMENT}"/></GetFeature>`;
    const both = parseXml((await send('POST', root, two)).body);
    expect(both.attributes.get('numberMatched')).toBe('9');
    expect(
      children(both, 'member').map((member) => member.children[0]!.attributes.get('numberReturned')),
    ).toEqual(['8', '1']);
  });

  it('handles the query of a map server: a box, projects, and excluded types', async () => {
    const other = await survey.server.project(survey.admin, 'Altro', [survey.surveyor]);
    const there = await makeObject(survey.surveyor, other.id, { properties: { owner: 'Verdi' } });
    const inProject = (id: string) => compare('PropertyIsEqualTo', 'projectId', id);
    const query = (projects: string, excluded: string) =>
      `<fes:Filter ${FES}><fes:And><fes:BBOX><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>41.9 12.49</gml:lowerCorner><gml:upperCorner>41.91 12.5</gml:upperCorner></gml:Envelope></fes:BBOX>${projects}<fes:Not>${compare('PropertyIsEqualTo', 'typeName', excluded)}</fes:Not></fes:And></fes:Filter>`;
    const found = async (filter: string) => {
      const answer = await ask(
        { request: 'GetFeature', typeNames: 'groma:geometries', filter, outputFormat: 'application/json' },
        undefined,
        '/wfs',
      );
      const { features: all } = answer.json<{
        features: { id: string; properties: { typeName: string; projectId: string; properties: object } }[];
      }>();
      return all.map(({ id, properties }) => [id, properties.typeName, properties.projectId]).sort();
    };
    const [first] = survey.objects;
    const odd = survey.objects.at(-1)!;
    const here = survey.project.id;
    const both = `<fes:Or>${inProject(here)}${inProject(other.id)}</fes:Or>`;
    expect(await found(query(both, 'secret'))).toEqual(
      [
        [first!.id, 'parcel', here],
        [odd.id, ODD_TYPE, here],
        [there.id, 'parcel', other.id],
      ].sort(),
    );
    expect((await found(query(inProject(here), 'parcel'))).map(([, type]) => type).sort()).toEqual(
      [ODD_TYPE, 'secret'].sort(),
    );
    const gml = await read(
      {
        request: 'GetFeature',
        typeNames: 'groma:parcel',
        filter: `<fes:Filter ${FES}>${inProject(other.id)}</fes:Filter>`,
      },
      undefined,
      '/wfs',
    );
    expect(idsIn(gml)).toEqual([there.id]);
    expect(child(children(gml, 'member')[0]!.children[0]!, 'projectId')!.text).toBe(other.id);
  });

  it('keeps attributes that are not fields, and dates with a time', async () => {
    const extra = await makeObject(survey.surveyor, survey.project.id, {
      properties: { owner: 'X', found: { deep: [1, '<'] }, surveyed: '2026-05-01T10:30' },
    });
    try {
      const schema = await ask({ request: 'DescribeFeatureType', typeNames: 'parcel' });
      expect(schema.body).toContain('name="otherAttributes" type="xsd:string"');
      expect(schema.body).toContain('name="surveyed" type="xsd:dateTime"');
      const feature = children(await features({ resourceId: extra.id }), 'member')[0]!.children[0]!;
      expect(JSON.parse(child(feature, 'otherAttributes')!.text)).toEqual({ found: { deep: [1, '<'] } });
      expect(child(feature, 'surveyed')!.text).toBe('2026-05-01T10:30:00');
      const day = children(await features({ resourceId: survey.objects[0]!.id }), 'member')[0]!.children[0]!;
      expect(child(day, 'surveyed')!.text).toBe('2026-05-01T00:00:00');
    } finally {
      await survey.surveyor.send('DELETE', `/geometries/${extra.id}`, undefined, { 'if-match': '"1"' });
    }
  });

  it.each<[Record<string, string>, (number | string)[]]>([
    [{}, [400, 'MissingParameterValue', 'request']],
    [{ request: 'LockFeature' }, [501, 'OperationNotSupported', 'LockFeature']],
    [{ request: 'Transaction' }, [400, 'OperationParsingFailed', 'Transaction']],
    [{ request: 'GetFeature' }, [400, 'MissingParameterValue', 'typeNames']],
    [{ request: 'GetFeature', typeNames: 'groma:none' }, [400, 'InvalidParameterValue', 'typeNames']],
    [
      { request: 'GetFeature', typeNames: 'parcel', version: '3.0.0' },
      [400, 'InvalidParameterValue', 'version'],
    ],
    [
      { request: 'GetCapabilities', acceptVersions: '9.0.0' },
      [400, 'VersionNegotiationFailed', 'acceptVersions'],
    ],
    [{ request: 'GetFeature', typeNames: 'parcel', count: 'many' }, [400, 'InvalidParameterValue', 'count']],
    [
      { request: 'GetFeature', typeNames: 'parcel', srsName: 'EPSG:1' },
      [400, 'InvalidParameterValue', 'srsName'],
    ],
    [{ request: 'GetFeature', typeNames: 'parcel', bbox: '1,2,3' }, [400, 'InvalidParameterValue', 'bbox']],
    [
      { request: 'GetFeature', typeNames: 'parcel', outputFormat: 'SHAPE-ZIP' },
      [400, 'InvalidParameterValue', 'outputFormat'],
    ],
    [
      { request: 'GetFeature', typeNames: 'parcel', propertyName: 'x' },
      [400, 'InvalidParameterValue', 'propertyName'],
    ],
    [{ request: 'GetFeature', typeNames: 'parcel', filter: '<a' }, [400, 'OperationProcessingFailed', '']],
    [
      { request: 'GetFeature', typeNames: 'parcel', filter: '<Filter/>' },
      [400, 'InvalidParameterValue', 'filter'],
    ],
    [
      {
        request: 'GetFeature',
        typeNames: 'parcel',
        filter: `<Filter>${'<Not>'.repeat(70)}${'</Not>'.repeat(70)}</Filter>`,
      },
      [400, 'OperationProcessingFailed', ''],
    ],
    [
      {
        request: 'GetFeature',
        typeNames: 'parcel',
        filter:
          '<Filter><PropertyIsEqualTo><ValueReference>floors</ValueReference><Literal>three</Literal></PropertyIsEqualTo></Filter>',
      },
      [400, 'InvalidParameterValue', 'filter'],
    ],
    [
      {
        request: 'GetFeature',
        typeNames: 'parcel',
        filter:
          '<Filter><PropertyIsEqualTo><ValueReference>nobody</ValueReference><Literal>3</Literal></PropertyIsEqualTo></Filter>',
      },
      [400, 'InvalidParameterValue', 'nobody'],
    ],
    [
      { request: 'GetFeature', typeNames: 'parcel', filter: '<Filter><Eval/></Filter>' },
      [400, 'OptionNotSupported', 'Eval'],
    ],
  ])('reports what is wrong with %j', async (query, expected) => {
    expect(await exception(query)).toEqual(expected);
  });

  it('reads no document type, and so no file and no entity bomb', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><GetFeature xmlns="http://www.opengis.net/wfs/2.0" version="2.0.0">&b;&c;</GetFeature>`;
    const answer = await send('POST', root, bomb);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('document type')]);
    const large = await send('POST', root, `<a>${' '.repeat(8_400_000)}</a>`);
    expect([large.statusCode, large.body]).toEqual([413, expect.stringContaining('ExceptionReport')]);
    const json = await survey.server.app.inject({
      method: 'POST',
      url: root,
      payload: {},
      headers: { authorization: `Bearer ${survey.surveyor.token}` },
    });
    expect([json.statusCode, json.body]).toEqual([415, expect.stringContaining('ExceptionReport')]);
  });

  it.each(['cql_filter', 'CQL_FILTER', 'filter-lang'])('refuses %s, which it would ignore', async (name) => {
    const answer = await ask({ request: 'GetFeature', typeNames: 'parcel', [name]: 'height > 3' });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('OptionNotSupported')]);
    expect(answer.body).toContain('Filter Encoding');
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'treats %s as a name like any other, of an operator, a unit and a property',
    async (name) => {
      const filters = [
        `<Filter><${name}><ValueReference>height</ValueReference><Literal>1</Literal></${name}></Filter>`,
        `<Filter><DWithin><Point><pos>41 12</pos></Point><Distance uom="${name}">1</Distance></DWithin></Filter>`,
        `<Filter><PropertyIsEqualTo><ValueReference>${name}</ValueReference><Literal>1</Literal></PropertyIsEqualTo></Filter>`,
      ];
      for (const filter of filters) {
        const answer = await ask({ request: 'GetFeature', typeNames: 'parcel', filter });
        expect([filter, answer.statusCode]).toEqual([filter, 400]);
      }
      expect((await ask({ request: 'GetFeature', typeNames: name })).statusCode).toBe(400);
    },
  );

  it('asks for authentication, contains nothing of blocked types, and is hidden from strangers', async () => {
    const nobody = await survey.server.app.inject({
      method: 'GET',
      url: `${root}?service=WFS&request=GetCapabilities`,
    });
    expect([nobody.statusCode, nobody.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Basic realm='),
    ]);
    expect(nobody.body).toContain('a personal access token');
    const capabilities = await ask({ request: 'GetCapabilities' }, survey.guest);
    expect(capabilities.body).not.toContain('secret');
    expect(await exception({ request: 'GetFeature', typeNames: 'secret' }, survey.guest)).toEqual([
      400,
      'InvalidParameterValue',
      'typeNames',
    ]);
    const all = await features({ typeNames: 'geometries' }, survey.guest);
    expect(all.attributes.get('numberMatched')).toBe('9');
    const stranger = await survey.server.person(survey.admin, 'Ugo', ['geometries.read']);
    expect(await exception({ request: 'GetFeature', typeNames: 'parcel' }, stranger)).toEqual([
      404,
      'NotFound',
      '',
    ]);
  });

  it.each([
    ['1.1.0', 'urn:ogc:def:crs:EPSG::4326', '41.902800000000006 12.496400000000001 57.25'],
    ['1.0.0', 'EPSG:4326', '12.496400000000001,41.902800000000006,57.25'],
  ])(
    'supports %s for older programs, with the axis order of that time',
    async (version, srsName, position) => {
      const capabilities = await ask({ request: 'GetCapabilities', version });
      expect(parseXml(capabilities.body).attributes.get('version')).toBe(version);
      const schema = await ask({ request: 'DescribeFeatureType', typeName: 'parcel', version });
      expect(schema.body).toContain('type="xsd:long"');
      const id = `parcel.${survey.objects[0]!.id}`;
      const answer = await ask({ request: 'GetFeature', typeName: 'groma:parcel', version, featureId: id });
      expect(answer.body).toContain(`srsName="${srsName}"`);
      expect(answer.body).toContain(`>${position}<`);
      parseXml(answer.body);
      const fault = await ask({ request: 'GetFeature', typeName: 'none', version });
      expect(fault.body).toContain(
        version === '1.0.0' ? 'ServiceExceptionReport' : 'http://www.opengis.net/ows"',
      );
      const ogc = `<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc"><ogc:PropertyIsEqualTo><ogc:PropertyName>owner</ogc:PropertyName><ogc:Literal>Rossi</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>`;
      const rossi = await ask({ request: 'GetFeature', typeName: 'parcel', version, filter: ogc });
      expect(rossi.body.match(/<groma:parcel /g)).toHaveLength(2);
    },
  );

  describe.runIf(gdal)('read by GDAL (skipped where gdal-bin is not installed)', () => {
    const source = (version = '2.0.0') => `WFS:${survey.url}${root}?VERSION=${version}`;

    it('opens a project by URL and reads the same features as the API', async () => {
      const { token } = survey.surveyor;
      const found = await gdalRead(token, source(), 'groma:parcel', ['--config', 'OGR_WFS_PAGE_SIZE', '3']);
      expect(found).toHaveLength(8);
      const byId = new Map(
        found.map((feature) => [String(feature.properties['gml_id']).slice(-36), feature]),
      );
      for (const { id, location, properties } of parcels()) {
        const feature = byId.get(id)!;
        // GDAL rounds the last digit of GML numbers; that ours are right is tested above.
        expect(rounded(feature.geometry)).toEqual(rounded(location));
        for (const [name, value] of Object.entries(properties)) {
          const element = name === 'area m²' ? 'area_x0020_m_x00B2_' : name;
          const output = feature.properties[element] ?? null;
          const plain =
            typeof output === 'string' ? output.replace(/^(\d{4})\/(\d\d)\/(\d\d)$/, '$1-$2-$3') : output;
          expect([name, plain]).toEqual([name, value]);
        }
      }
    });

    it('filters by box and by value on the server, in every version', async () => {
      const { token } = survey.surveyor;
      for (const version of ['2.0.0', '1.1.0', '1.0.0']) {
        const args = ['-ro', '-al', '-so', source(version), 'groma:parcel'];
        const box = await gdalRun('ogrinfo', token, ['-spat', '11', '46', '11.3', '46.2', ...args]);
        expect([version, box]).toEqual([version, expect.stringContaining('Feature Count: 2')]);
        const rossi = await gdalRun('ogrinfo', token, ['-where', "owner='Rossi'", ...args]);
        expect([version, rossi]).toEqual([version, expect.stringContaining('Feature Count: 2')]);
        const whole = await gdalRun('ogrinfo', token, args);
        expect(whole).toContain('Extent: (9.190000, 41.000000) - (14.400000, 46.510000)');
      }
    });
  });
});

function deepest(coordinates: unknown): unknown {
  let inner = coordinates;
  while (Array.isArray(inner) && Array.isArray(inner[0])) inner = inner[0];
  return inner;
}

function rounded(geometry: unknown): unknown {
  return JSON.parse(
    JSON.stringify(geometry, (_, value: unknown) => (typeof value === 'number' ? value.toFixed(13) : value)),
  );
}

/** All numbers of a GML geometry, in order. */
function numbersIn(element: Element): number[] {
  const own = /^pos(List)?$/.test(element.name) ? element.text.split(/\s+/).map(Number) : [];
  return [...own, ...element.children.flatMap(numbersIn)];
}
