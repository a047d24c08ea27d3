import { describe, expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import { readService } from './read-service.ts';

const ADDRESS = 'https://maps.example.org/wms?map=city&SERVICE=WMS';

const WMS = `<?xml version="1.0"?>
<WMS_Capabilities xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.3.0">
  <Service><Name>WMS</Name><Title>City maps</Title></Service>
  <Capability>
    <Request>
      <GetMap><Format>image/jpeg</Format><Format>image/png</Format><DCPType><HTTP><Get>
        <OnlineResource xlink:href="http://maps.example.org/cgi-bin/mapserv?"/></Get></HTTP></DCPType></GetMap>
      <GetFeatureInfo><Format>text/html</Format><Format>text/plain</Format></GetFeatureInfo>
    </Request>
    <Layer>
      <Title>Root</Title><CRS>EPSG:6706</CRS><CRS>CRS:84</CRS>
      <Layer>
        <Title>Cadastre</Title>
        <Layer queryable="1">
          <Name>parcels</Name><Title>Parcels</Title>
          <MinScaleDenominator>100</MinScaleDenominator><MaxScaleDenominator>5000</MaxScaleDenominator>
          <Attribution><Title>City of Turin</Title></Attribution>
          <Dimension name="time" units="ISO8601"> 2023-01-01, 2024-01-01 </Dimension>
          <Style><Name>red</Name><Title>Red</Title><LegendURL width="20" height="20"><Format>image/png</Format>
            <OnlineResource xlink:href="https://maps.example.org/legend.png"/></LegendURL></Style>
        </Layer>
      </Layer>
      <Layer><Name>air</Name><Title>Air photo</Title><CRS>EPSG:3857</CRS></Layer>
    </Layer>
  </Capability>
</WMS_Capabilities>`;

const OLD_WMS = `<?xml version="1.0"?>
<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd">
<WMT_MS_Capabilities version="1.1.1">
  <Service><Name>OGC:WMS</Name><Title>Old maps</Title></Service>
  <Capability><Request><GetMap><Format>image/gif</Format></GetMap></Request>
    <Layer><Title>Root</Title><SRS>EPSG:3003 EPSG:4326</SRS><Layer><Name>roads</Name><Title>Roads</Title></Layer></Layer>
  </Capability>
</WMT_MS_Capabilities>`;

const wmts = (get: string, resource: string) => `<?xml version="1.0"?>
<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
  xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
  <ows:ServiceIdentification><ows:Title>Tiles</ows:Title></ows:ServiceIdentification>
  <ows:OperationsMetadata>${get}</ows:OperationsMetadata>
  <Contents>
    <Layer>
      <ows:Title>Topography</ows:Title><ows:Identifier>topo</ows:Identifier>
      <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style>
      <Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>italy</TileMatrixSet></TileMatrixSetLink>${resource}
    </Layer>
    <TileMatrixSet>
      <ows:Identifier>italy</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::6706</ows:SupportedCRS>
      <TileMatrix><ows:Identifier>1</ows:Identifier><ScaleDenominator>397569609.976</ScaleDenominator>
        <TopLeftCorner>90 -180</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
        <MatrixWidth>2</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix>
    </TileMatrixSet>
  </Contents>
</Capabilities>`;
const KVP = `<ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="https://maps.example.org/wmts?">
  <ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint>
  </ows:Get></ows:HTTP></ows:DCP></ows:Operation>`;
const REST =
  '<ResourceURL format="image/png" resourceType="tile" template="https://maps.example.org/{TileMatrix}/{TileCol}/{TileRow}.png"/>';

describe('The capabilities of a WMS', () => {
  it('name its layers with groups, styles, scales, times and the nearest system', () => {
    const { title, layers } = readService(WMS, ADDRESS);
    expect(title).toBe('City maps');
    expect(layers.map(({ id, group }) => [id, group])).toEqual([
      ['parcels', 'Cadastre'],
      ['air', ''],
    ]);
    expect(layers[0]).toMatchObject({
      title: 'Parcels',
      attribution: 'City of Turin',
      minScale: 100,
      maxScale: 5000,
      styles: [{ name: 'red', title: 'Red', legend: 'https://maps.example.org/legend.png' }],
      source: {
        kind: 'wms',
        // The host and scheme of the person, the path of the server.
        url: 'https://maps.example.org/cgi-bin/mapserv?map=city',
        version: '1.3.0',
        layers: 'parcels',
        format: 'image/png',
        crs: 'EPSG:6706',
        info: { layers: 'parcels', format: 'text/html' },
        times: '2023-01-01,2024-01-01',
      },
    });
    // Not queryable.
    expect(layers[1]?.source).toMatchObject({ crs: 'EPSG:3857', info: null });
  });

  it('are read in version 1.1.1, with systems in one list', () => {
    const { layers } = readService(OLD_WMS, ADDRESS);
    expect(layers[0]?.source).toMatchObject({ version: '1.1.1', crs: 'EPSG:3003', format: 'image/gif' });
  });
});

describe('Services of objects', () => {
  it('that are a WFS offer the types that they write as GeoJSON', () => {
    const wfs = (
      formats: string,
    ) => `<wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0"
      xmlns:ows="http://www.opengis.net/ows/1.1"><ows:ServiceIdentification><ows:Title>City</ows:Title></ows:ServiceIdentification>
      <ows:OperationsMetadata><ows:Operation name="GetFeature"><ows:Parameter name="outputFormat"><ows:AllowedValues>
      ${formats}</ows:AllowedValues></ows:Parameter></ows:Operation></ows:OperationsMetadata>
      <wfs:FeatureTypeList><wfs:FeatureType><wfs:Name>city:parcels</wfs:Name><wfs:Title>Parcels</wfs:Title></wfs:FeatureType>
      </wfs:FeatureTypeList></wfs:WFS_Capabilities>`;
    const { title, layers } = readService(
      wfs('<ows:Value>text/xml; subtype=gml/3.2</ows:Value><ows:Value>application/json</ows:Value>'),
      ADDRESS,
    );
    expect(title).toBe('City');
    expect(layers).toMatchObject([
      {
        title: 'Parcels',
        source: {
          kind: 'features',
          url: 'https://maps.example.org/wms?map=city',
          version: '2.0.0',
          typeName: 'city:parcels',
          format: 'application/json',
        },
      },
    ]);
    expect(() => readService(wfs('<ows:Value>text/xml; subtype=gml/3.2</ows:Value>'), ADDRESS)).toThrow(
      expect.objectContaining({ id: 'service.no-layers' }),
    );
  });

  it('that are an OGC API – Features offer its collections by their links', () => {
    const collections = [
      {
        id: 'parcels',
        title: 'Parcels',
        links: [
          { rel: 'items', type: 'text/html', href: '/collections/parcels/items?f=html' },
          { rel: 'items', type: 'application/geo+json', href: '/collections/parcels/items?f=json' },
        ],
      },
      { id: 'air-photo', links: [{ rel: 'map', href: '/map' }] },
    ];
    const { layers } = readService(
      JSON.stringify({ title: 'City', collections }),
      'https://a.test/collections?f=json',
    );
    expect(layers.map(({ id, source }) => [id, 'url' in source && source.url])).toEqual([
      ['parcels', 'https://a.test/collections/parcels/items?f=json'],
    ]);
  });
});

describe('The capabilities of a WMTS', () => {
  it('give matrices in degrees of the system, east before north', () => {
    const [layer] = readService(wmts(KVP, ''), ADDRESS).layers;
    expect(layer?.source).toMatchObject({
      kind: 'wmts',
      encoding: 'KVP',
      url: 'https://maps.example.org/wmts?',
      layer: 'topo',
      style: 'default',
      crs: 'EPSG:6706',
      matrixSet: 'italy',
    });
    const { matrices } = layer!.source as { matrices: { resolution: number; origin: number[] }[] };
    // 397,569,609.976 × 0.00028 m are a pixel; a degree of the equator has π × 6,378,137 / 180 m: 1°.
    expect(matrices[0]?.resolution).toBeCloseTo(1, 6);
    expect(matrices[0]?.origin).toEqual([-180, 90]);
  });

  it('are taken by the path where the server has one', () => {
    const [layer] = readService(wmts(KVP, REST), ADDRESS).layers;
    expect(layer?.source).toMatchObject({
      encoding: 'REST',
      url: 'https://maps.example.org/{TileMatrix}/{TileCol}/{TileRow}.png',
    });
  });
});

describe('An answer that is no capabilities', () => {
  it.each([
    ['', 'service.empty'],
    ['<!DOCTYPE html><html><body>Sign in</body></html>', 'service.page'],
    ['<html><p>open', 'service.page'],
    ['{"type":"Feature"}', 'service.other'],
    ['{"collections":[', 'service.broken'],
    ['<WMS_Capabilities><Service>', 'service.broken'],
    ['<kml xmlns="http://www.opengis.net/kml/2.2"/>', 'service.other'],
    [
      '<ServiceExceptionReport><ServiceException>No map named city</ServiceException></ServiceExceptionReport>',
      'service.exception',
    ],
    ['<WMS_Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0"/>', 'service.no-layers'],
  ])('%s is %s', (text, id) => {
    const thrown = (() => {
      try {
        return readService(text, ADDRESS);
      } catch (failure) {
        return failure;
      }
    })();
    expect(thrown).toBeInstanceOf(AppError);
    expect((thrown as AppError).id).toBe(id);
    if (id === 'service.exception') expect((thrown as AppError).message).toBe('No map named city');
  });
});
