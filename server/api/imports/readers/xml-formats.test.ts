import { describe, expect, it } from 'vitest';
import { kindsOf, readingFolder } from '../../../testing/reading.ts';

const { look, objects, refusal, zip } = readingFolder();

const GPX = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="45.5" lon="11.25"><ele>120.5</ele><name>Pozzo &amp; fonte</name><time>2026-05-01T10:00:00Z</time></wpt>
<rte><name>Giro</name><rtept lat="45" lon="11"/><rtept lat="45,1" lon="11,1"/></rte>
<trk><name>Traccia</name>
<trkseg><trkpt lat="45" lon="11"><ele>1</ele><time>2026-05-01T10:00:00Z</time></trkpt>
<trkpt lat="45.1" lon="11"><ele>2</ele><time>2026-05-01T10:00:09Z</time></trkpt><trkpt lat="95" lon="11"/></trkseg>
<trkseg><trkpt lat="46" lon="11"/></trkseg></trk></gpx>`;

describe('GPX', () => {
  it('has the layers of GDAL, of which the empty ones are left out', async () => {
    const { layers, layer, crs } = await look('a.gpx', GPX);
    expect(layers.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'waypoints 1',
      'routes 1',
      'tracks 1',
      'route_points 2',
      'track_points 4',
    ]);
    expect([layer, crs]).toEqual(['waypoints', 'EPSG:4326']);
  });

  it('keeps heights and fields of points, and reads a decimal comma', async () => {
    expect(await objects('a.gpx', GPX)).toEqual([
      {
        type: 'Point',
        places: [[11.25, 45.5, 120.5]],
        properties: { ele: 120.5, name: 'Pozzo & fonte', time: '2026-05-01T10:00:00Z' },
      },
    ]);
    const [route] = await objects('a.gpx', GPX, { layer: 'routes' });
    expect(route!.places[1]).toEqual([11.1, 45.1]);
  });

  it('joins the segments of a track, with its times, and tells what it left out', async () => {
    const reading = await look('a.gpx', GPX, { layer: 'tracks' });
    expect(reading.geometryTypes).toEqual({ MultiLineString: 1 });
    expect(reading.sample).toEqual([
      { name: 'Traccia', begin: '2026-05-01T10:00:00Z', end: '2026-05-01T10:00:09Z', points: 4 },
    ]);
    expect(kindsOf(reading)).toEqual(['positions-skipped', 'segment-of-one-point']);
  });
});

const KML = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"
 xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Rilievo</name>
<Style id="rosso"><LineStyle><color>7f0000ff</color><width>3</width></LineStyle></Style>
<StyleMap id="mappa"><Pair><key>normal</key><styleUrl>#rosso</styleUrl></Pair></StyleMap>
<Schema id="s"><SimpleField name="piani" type="int"/></Schema>
<Folder><name>Linee</name><Placemark><name>A</name><styleUrl>#mappa</styleUrl><TimeSpan><begin>2026</begin></TimeSpan>
<LineString><coordinates>11,45,0 11.5, 45,0</coordinates></LineString></Placemark></Folder>
<Folder><name>Case</name><Placemark><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="piani">3</SimpleData></SchemaData>
<Data name="nota"><value>x</value></Data></ExtendedData>
<Polygon><altitudeMode>absolute</altitudeMode><outerBoundaryIs><LinearRing><coordinates>
11,45,9 11.1,45,9 11.1,45.1,9 11,45,9</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
<GroundOverlay><Icon><href>foto.jpg</href></Icon><LatLonBox><north>46</north><south>45</south><east>12</east><west>11</west></LatLonBox></GroundOverlay>
<NetworkLink><Link><href>http://10.0.0.1/inside.kml</href></Link></NetworkLink></Folder></Document></kml>`;

describe('KML', () => {
  it('reads folders as layers, and styles, times and fields of a schema', async () => {
    const lines = await look('a.kml', KML);
    expect(lines.layers.map(({ name, count }) => [name, count])).toEqual([
      ['Linee', 1],
      ['Case', 2],
    ]);
    expect(lines.sample).toEqual([
      { name: 'A', begin: '2026', stroke: '#ff0000', 'stroke-opacity': 0.5, 'stroke-width': 3 },
    ]);
    const [house] = await objects('a.kml', KML, { layer: 'Case' });
    expect(house!.properties).toEqual({ altitudeMode: 'absolute', piani: 3, nota: 'x' });
    expect(house!.places[0]).toEqual([11, 45, 9]);
  });

  it('leaves out a height of 0 of what lies on the ground', async () => {
    const [line] = await objects('a.kml', KML);
    expect(line!.places).toEqual([
      [11, 45],
      [11.5, 45],
    ]);
  });

  it('tells of overlays, whose outline it reads, and follows no link', async () => {
    const reading = await look('a.kml', KML, { layer: 'Case' });
    expect(kindsOf(reading)).toEqual(['kml-network-link', 'kml-ground-overlay']);
    expect(reading.geometryTypes).toEqual({ Polygon: 2 });
    expect(reading.findings[0]!.values).toEqual({ field: 'http://10.0.0.1/inside.kml' });
  });

  it('is read from a KMZ, doc.kml before others', async () => {
    const reading = await look('a.kmz', zip({ 'files/other.kml': '<kml/>', 'doc.kml': KML }));
    expect(reading.layer).toBe('Linee');
    expect(kindsOf(reading)).toContain('kmz-others');
    expect(await refusal('a.kmz', zip({ 'a.txt': 'x' }))).toBe('kmz-without-kml');
  });

  it.each([
    [
      'entities of its own',
      '<!DOCTYPE k [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><kml>&b;</kml>',
      'xml-entities',
    ],
    ['an element that does not end', '<kml><Placemark>', 'xml-damaged'],
    ['another root', '<html><body/></html>', 'unknown-xml'],
    ['no XML', 'hello', 'not-xml'],
    ['nothing', '', 'empty-file'],
    ['endless nesting', `<kml>${'<Folder>'.repeat(500)}`, 'xml-too-deep'],
  ])('refuses %s', async (_, text, key) => {
    expect(await refusal('a.kml', text)).toBe(key);
  });
});

describe('GML', () => {
  const gml = (
    geometry: string,
    srs: string,
  ) => `<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0"
    xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:c="urn:c"><wfs:member><c:strada gml:id="s.1"><c:nome>Via Roma</c:nome>
    <c:ente><c:codice>7</c:codice></c:ente><c:geom>${geometry.replaceAll('SRS', `srsName="${srs}"`)}</c:geom></c:strada></wfs:member></wfs:FeatureCollection>`;
  const LINE = '<gml:LineString SRS><gml:posList>45 11 46 12</gml:posList></gml:LineString>';

  it.each([
    ['urn:ogc:def:crs:EPSG::4326', [11, 45]],
    ['http://www.opengis.net/def/crs/EPSG/0/4326', [11, 45]],
    ['EPSG:4326', [45, 11]],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', [45, 11]],
  ])('orders the numbers as %s says', async (srs, first) => {
    const [street] = await objects('a.gml', gml(LINE, srs));
    expect(street).toMatchObject({
      type: 'LineString',
      properties: { gml_id: 's.1', nome: 'Via Roma', 'ente.codice': '7' },
    });
    expect(street!.places[0]).toEqual(first);
  });

  it('names the layer by the feature, with the CRS of the first geometry', async () => {
    const { layer, crs } = await look(
      'a.gml',
      gml(LINE.replace('45 11 46 12', '5000000 650000 5000001 650000'), 'urn:ogc:def:crs:EPSG::6707'),
    );
    expect([layer, crs]).toEqual(['strada', 'EPSG:6707']);
  });

  it('reads arcs, and polygons of patches', async () => {
    const arc = `<gml:Curve SRS><gml:segments><gml:Arc><gml:posList>1 0 0 1 -1 0</gml:posList></gml:Arc></gml:segments></gml:Curve>`;
    const [curve] = await objects('a.gml', gml(arc, 'EPSG:3003'));
    // A half circle of radius 1 around 0, 0.
    for (const [x, y] of curve!.places) expect(Math.hypot(x!, y!)).toBeCloseTo(1, 12);
    expect(curve!.places.length).toBeGreaterThan(40);
    const ring = '<gml:LinearRing><gml:posList>0 0 4 0 4 4 0 0</gml:posList></gml:LinearRing>';
    const surface = `<gml:Surface SRS><gml:patches><gml:PolygonPatch><gml:exterior>${ring}</gml:exterior></gml:PolygonPatch></gml:patches></gml:Surface>`;
    expect((await objects('a.gml', gml(surface, 'EPSG:3003')))[0]!.type).toBe('Polygon');
  });
});

describe('CityGML', () => {
  const face = (posList: string) =>
    `<gml:surfaceMember><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList srsDimension="3">${posList}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>`;
  const city = (
    shape: string,
  ) => `<CityModel xmlns="http://www.opengis.net/citygml/2.0" xmlns:gml="http://www.opengis.net/gml"
    xmlns:bldg="http://www.opengis.net/citygml/building/2.0"><gml:boundedBy><gml:Envelope srsName="EPSG:25832"/></gml:boundedBy>
    <cityObjectMember><bldg:Building gml:id="b"><bldg:measuredHeight>9.5</bldg:measuredHeight>${shape}</bldg:Building></cityObjectMember></CityModel>`;
  const DOWN = '0 0 1 0 5 1 5 5 1 0 0 1';
  const UP = '0 0 4 5 0 4 5 5 4 0 0 4';

  it('takes the faces of a body that look down', async () => {
    const solid = `<bldg:lod1Solid><gml:Solid><gml:exterior><gml:CompositeSurface>${face(UP)}${face(DOWN)}</gml:CompositeSurface></gml:exterior></gml:Solid></bldg:lod1Solid>`;
    const [building] = await objects('a.citygml', city(solid));
    expect(building).toMatchObject({ type: 'Polygon', properties: { gml_id: 'b', measuredHeight: 9.5 } });
    expect(building!.places.every(([, , z]) => z === 1)).toBe(true);
  });

  it('prefers the ground surface', async () => {
    const ground = `<bldg:boundedBy><bldg:GroundSurface><bldg:lod2MultiSurface><gml:MultiSurface>${face(UP)}</gml:MultiSurface></bldg:lod2MultiSurface></bldg:GroundSurface></bldg:boundedBy>`;
    const roof = `<bldg:boundedBy><bldg:RoofSurface><bldg:lod2MultiSurface><gml:MultiSurface>${face(DOWN)}</gml:MultiSurface></bldg:lod2MultiSurface></bldg:RoofSurface></bldg:boundedBy>`;
    const [building] = await objects('a.citygml', city(roof + ground));
    expect(building!.places[0]).toEqual([0, 0, 4]);
    expect((await look('a.citygml', city(ground))).crs).toBe('EPSG:25832');
  });
});

describe('GeoRSS', () => {
  it('reads simple shapes, GML and geo:lat, latitude first', async () => {
    const rss = `<rss version="2.0" xmlns:georss="http://www.georss.org/georss" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" xmlns:gml="http://www.opengis.net/gml"><channel>
      <item><title>a</title><georss:point>45.5 11</georss:point></item>
      <item><title>b</title><geo:lat>45</geo:lat><geo:long>12</geo:long></item>
      <item><title>c</title><georss:where><gml:LineString><gml:posList>45 11 46 12</gml:posList></gml:LineString></georss:where></item>
      <item><title>d</title></item></channel></rss>`;
    const found = await objects('a.rss', rss);
    expect(found.map(({ type, places }) => [type, places[0]])).toEqual([
      ['Point', [11, 45.5]],
      ['Point', [12, 45]],
      ['LineString', [11, 45]],
      ['none', undefined],
    ]);
  });
});

describe('LandXML', () => {
  const land = (
    body: string,
  ) => `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>
    <CoordinateSystem epsgCode="25832"/>${body}</LandXML>`;

  it('reads points, north before east', async () => {
    const text = land('<CgPoints name="g"><CgPoint name="P1" code="ALB">5000 600 12.5</CgPoint></CgPoints>');
    expect(await objects('a.xml', text)).toEqual([
      { type: 'Point', places: [[600, 5000, 12.5]], properties: { name: 'P1', code: 'ALB', group: 'g' } },
    ]);
    expect((await look('a.xml', text)).crs).toBe('EPSG:25832');
  });

  it('reads parcels, whose corners may be points defined later, and arcs of alignments', async () => {
    const text =
      land(`<Parcels><Parcel name="7" area="50"><CoordGeom><Line><Start pntRef="A"/><End>0 10</End></Line>
      <Line><Start>0 10</Start><End>10 10</End></Line><Line><Start>10 10</Start><End pntRef="A"/></Line></CoordGeom></Parcel></Parcels>
      <Alignments><Alignment name="asse"><CoordGeom><Curve rot="ccw"><Start>0 1</Start><Center>0 0</Center><End>1 0</End></Curve></CoordGeom></Alignment></Alignments>
      <CgPoints><CgPoint name="A">0 0</CgPoint></CgPoints>`);
    const [parcel] = await objects('a.xml', text, { layer: 'parcels' });
    expect(parcel).toMatchObject({ type: 'Polygon', properties: { name: '7', area: 50 } });
    expect(parcel!.places).toHaveLength(4);
    const [axis] = await objects('a.xml', text, { layer: 'alignments' });
    for (const [x, y] of axis!.places) expect(Math.hypot(x!, y!)).toBeCloseTo(1, 12);
    expect(axis!.places.at(-1)).toEqual([0, 1]);
  });

  it('reads the triangles of a surface without the hidden ones, and tells of lost corners', async () => {
    const text =
      land(`<Surfaces><Surface name="terreno"><SourceData><Breaklines><Breakline><PntList3D>0 0 1 1 1 2</PntList3D></Breakline></Breaklines></SourceData>
      <Definition surfType="TIN"><Pnts><P id="1">0 0 1</P><P id="2">0 1 1</P><P id="3">1 0 2</P></Pnts>
      <Faces><F>1 2 3</F><F i="1">3 2 1</F><F>1 2 9</F></Faces></Definition></Surface></Surfaces>`);
    const reading = await look('a.xml', text, { layer: 'triangles' });
    expect([reading.count, reading.geometryTypes]).toEqual([2, { Polygon: 1 }]);
    expect(kindsOf(reading)).toContain('landxml-face');
    expect((await objects('a.xml', text, { layer: 'breaklines' }))[0]!.places[1]).toEqual([1, 1, 2]);
  });
});
