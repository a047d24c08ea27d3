import { describe, expect, it } from 'vitest';
import { readInfo } from './read-info.ts';

describe('The answer of a server about a place', () => {
  it('in GeoJSON has the properties of its objects', () => {
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 'parcels.7',
          properties: { number: 7, use: null, more: { a: 1 } },
          geometry: null,
        },
      ],
    });
    expect(readInfo(text)).toEqual({
      features: [{ title: 'parcels.7', values: [['number', '7'], ['use', ''], ['more', '{"a":1}']] }], // prettier-ignore
      lines: [],
      isCut: false,
    });
  });

  it('in HTML has the rows of its tables, and runs nothing', () => {
    const { features } = readInfo(`<html><body>
      <script>window.ran = true</script><img src="x" onerror="window.ran = true">
      <table><caption>Parcels</caption><tr><th>Sheet</th><th>Number</th></tr><tr><td>12</td><td> 345 </td></tr></table>
      <table><tr><th>Municipality</th><td>Spello<b>!</b></td></tr></table></body></html>`);
    expect(features).toEqual([
      { title: 'Parcels', values: [['Sheet', '12'], ['Number', '345']] }, // prettier-ignore
      { title: '', values: [['Municipality', 'Spello!']] },
    ]);
    expect('ran' in window).toBe(false);
  });

  it('in HTML without tables is its text', () => {
    expect(
      readInfo('<!doctype html><html><body><p>Sheet 12</p>\n<p>Number 345</p></body></html>').lines,
    ).toEqual(['Sheet 12', 'Number 345']);
  });

  it('of MapServer in GML has the values of the objects, without their shapes', () => {
    const gml = `<?xml version="1.0"?>
      <msGMLOutput xmlns:gml="http://www.opengis.net/gml"><parcels_layer><gml:name>Parcels</gml:name><parcels_feature>
        <gml:boundedBy><gml:Box srsName="EPSG:4326"><gml:coordinates>1,2 3,4</gml:coordinates></gml:Box></gml:boundedBy>
        <number>345</number><use>Olive grove</use></parcels_feature></parcels_layer></msGMLOutput>`;
    expect(readInfo(gml).features).toContainEqual({
      title: 'parcels_feature',
      values: [['number', '345'], ['use', 'Olive grove']], // prettier-ignore
    });
    expect(JSON.stringify(readInfo(gml))).not.toContain('1,2 3,4');
  });

  it('of QGIS Server and ArcGIS has the attributes', () => {
    expect(
      readInfo(
        '<GetFeatureInfoResponse><Layer name="Wells"><Feature id="3"><Attribute name="depth" value="12.5"/></Feature></Layer></GetFeatureInfoResponse>',
      ).features,
    ).toEqual([{ title: '', values: [['depth', '12.5']] }]);
    expect(
      readInfo('<FeatureInfoResponse xmlns="http://www.esri.com/wms"><FIELDS OBJECTID="4" NAME="Well"></FIELDS></FeatureInfoResponse>').features,
    ).toEqual([{ title: '', values: [['OBJECTID', '4'], ['NAME', 'Well']] }]); // prettier-ignore
  });

  it('that is text or damaged stays text', () => {
    expect(readInfo('Layer "parcels"\n  number = 345\n\n').lines).toEqual([
      'Layer "parcels"',
      '  number = 345',
    ]);
    expect(readInfo('{"features": [').lines).toEqual(['{"features": [']);
    expect(readInfo('').features).toEqual([]);
  });

  it('is cut where it is endless, which is said', () => {
    const many = { features: Array.from({ length: 500 }, () => ({ properties: { a: 'x'.repeat(10_000) } })) };
    const { features, isCut } = readInfo(JSON.stringify(many));
    expect([features.length, features[0]!.values[0]![1].length, isCut]).toEqual([50, 2_001, true]);
  });
});
