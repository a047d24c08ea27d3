import { describe, expect, it } from 'vitest';
import { readPoses } from './poses.ts';

describe('The poses of photos in a point cloud', () => {
  it('are read by the names of their columns', () => {
    const text =
      '\uFEFF#Label,Lon,Lat,Alt,Yaw,Pitch,Roll\r\na.jpg,12.5,41.9,30,-90,5,-1\r\n"b.jpg",,,,10,,\r\n';
    expect(readPoses(text)).toEqual({
      poses: [
        { name: 'a.jpg', position: [12.5, 41.9, 30], heading: 270, pitch: 5, roll: -1 },
        { name: 'b.jpg', heading: 10 },
      ],
    });
  });

  it('have decimal commas where semicolons or tabs separate', () => {
    const poses = [{ name: 'a.jpg', position: [12.5, 41.9] }];
    expect(readPoses('name;longitude;latitude\na.jpg;12,5;41,9')).toEqual({ poses });
    expect(readPoses('name\tlongitude\tlatitude\na.jpg\t12,5\t41.9')).toEqual({ poses });
  });

  it.each([
    ['lon,lat\n12,41', { line: 1, kind: 'columns', what: 'name' }],
    ['name,when\na,b', { line: 1, kind: 'columns', what: 'longitude, latitude, heading' }],
    ['name,lon,lat\na.jpg,12', { line: 2, kind: 'cells', what: '2' }],
    ['name,lon,lat\na.jpg,12,41\nb.jpg,300000,4760000', { line: 3, kind: 'number', what: '300000' }],
    ['name,heading\na.jpg,north', { line: 2, kind: 'number', what: 'north' }],
    ['name,lon,lat\na.jpg,12,', { line: 2, kind: 'half', what: 'latitude' }],
    ['name,lat,height\na.jpg,,30', { line: 2, kind: 'half', what: 'longitude' }],
  ])('say which line is wrong: %j', (text, problem) => expect(readPoses(text)).toEqual({ problem }));
});
