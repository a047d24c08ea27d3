import sharp from 'sharp';
import { serve, type HttpServer, type Reply } from '../http-server.ts';

/** Address of the map server that journeys share; set by setup.ts. */
export const MAP_SERVER = 'GROMA_JOURNEYS_MAPS';

const CAPABILITIES = `<?xml version="1.0"?>
<WMS_Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0">
  <Service><Name>WMS</Name><Title>City maps</Title></Service>
  <Capability>
    <Request>
      <GetMap><Format>image/png</Format></GetMap>
      <GetFeatureInfo><Format>application/json</Format></GetFeatureInfo>
    </Request>
    <Layer><Title>All</Title><CRS>EPSG:6706</CRS>
      <Layer queryable="1"><Name>ground</Name><Title>Ground use</Title><Attribution><Title>City of Spello</Title></Attribution></Layer>
    </Layer>
  </Capability>
</WMS_Capabilities>`;

const GROVE = JSON.stringify({ features: [{ id: 'grove.1', properties: { use: 'Olive grove' } }] });

/** A WMS at `/wms`, whose images are red and which has olive groves everywhere, and tiles at `/broken` that it cannot make. */
export function startMapServer(): Promise<HttpServer> {
  return serve(async ({ path }): Promise<Reply> => {
    const { pathname, searchParams } = new URL(path, 'http://maps.test');
    if (pathname !== '/wms') return { status: 500 };
    if (searchParams.get('REQUEST') === 'GetCapabilities')
      return { headers: { 'content-type': 'text/xml' }, body: CAPABILITIES };
    if (searchParams.get('REQUEST') === 'GetFeatureInfo')
      return { headers: { 'content-type': 'application/json' }, body: GROVE };
    const [width, height] = ['WIDTH', 'HEIGHT'].map((name) => Number(searchParams.get(name)));
    const create = { width: width!, height: height!, channels: 4 as const, background: '#ff0000' };
    const body = await sharp({ create }).png().toBuffer();
    return { headers: { 'content-type': 'image/png' }, body };
  });
}
