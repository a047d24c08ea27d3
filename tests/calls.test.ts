import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../core/protocol/calls.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PROTOCOL = path.join(ROOT, 'core/protocol');

/**
 * Calls that no client code makes, and the reason for each. The list only shrinks: a call leaves it with its first
 * caller.
 */
const WITHOUT_CLIENT: Record<string, string> = {
  'tiles.describe': 'for other programs: TileJSON',
  'users.get': 'the list has all that the page shows',
  'organizations.get': 'the list has all that the page shows',
  'groups.get': 'the list has all that the page shows',
  'roles.get': 'the list has all that the page shows',
  'roles.getOfRoles': 'a stored object is read by other programs, with its ETag before a PUT',
  'roles.getAuthorizations': 'a stored object is read by other programs, with its ETag before a PUT',
  'attributes.fields': 'a stored object is read by other programs, with its ETag before a PUT',
  'bookmarks.get': 'a stored object is read by other programs, with its ETag before a PUT',
  'surfaces.get': 'a stored object is read by other programs, with its ETag before a PUT',
  'sheet-templates.get': 'a stored object is read by other programs, with its ETag before a PUT',
  'externalLayers.get': 'a stored object is read by other programs, with its ETag before a PUT',
  'webhooks.get': 'a stored object is read by other programs, with its ETag before a PUT',
  'tilesets.get': 'a stored object is read by other programs, with its ETag before a PUT',
  'auth.ways': 'the former address of auth.providers, for older clients',
  'auth.oidcStart': 'the browser goes to the address, no code calls it',
  'auth.oidcCallback': 'the browser goes to the address, no code calls it',
  'externalLayers.data': 'images are requested with the token, by address',
  'tilesets.file': 'the browser goes to the address, no code calls it',
  'pointcloud.annotation': 'only where HEAD or GET asks for the version that PUT changes',
  'bimTopics.get': 'only where HEAD or GET asks for the version that PUT changes',
  'geometries.search': 'the client saves objects by autosave and splits them itself; for other programs',
  'geometries.splitLineString':
    'the client saves objects by autosave and splits them itself; for other programs',
  'geometries.splitPolygon':
    'the client saves objects by autosave and splits them itself; for other programs',
  'geometries.create': 'the client saves objects by autosave and splits them itself; for other programs',
  'geometries.update': 'the client saves objects by autosave and splits them itself; for other programs',
  'geometries.delete': 'the client saves objects by autosave and splits them itself; for other programs',
  'geometries.deleteMassive':
    'the client saves objects by autosave and splits them itself; for other programs',
  'shapefiles.uploadMetadata': 'the wizard reads the headers with the file; for other programs',
  'pointcloud.file': 'the viewer reads ranges of it itself',
  'pointcloud.octree': 'the viewer reads ranges of it itself',
  'pointcloud.tileset': 'Cesium fetches it',
  'pointcloud.tile': 'Cesium fetches it',
  'uploads.create': 'tus-js-client makes its requests itself',
  'uploads.append': 'tus-js-client makes its requests itself',
};

/** Sources of the client that ship, without the protocol itself. */
function clientSources(): string[] {
  return ['core', 'plugins', 'workbench'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(ROOT, folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\.tsx?$/.test(file))
      .filter((file) => !file.startsWith(PROTOCOL) && !/[\\/]testing[\\/]/.test(file)),
  );
}

/** Names that a source imports as values. */
function importsFromProtocol(text: string): string[] {
  const lists = [...text.matchAll(/import \{([^}]*)\} from '#core\/protocol'/g)].map(([, list]) => list!);
  return lists.flatMap((list) => list.split(',')).map((name) => name.trim().replace(/ as .*/, ''));
}

/** Ids of calls by the name of their export. */
function callNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const file of fs.readdirSync(PROTOCOL)) {
    const text = fs.readFileSync(path.join(PROTOCOL, file), 'utf8');
    for (const [, name, id] of text.matchAll(/export const (\w+) = defineCall\(\{[^}]*?\bid: '([^']+)'/g))
      names.set(name!, id!);
  }
  return names;
}

describe('Calls of the API', () => {
  const names = callNames();
  const imported = new Set(
    clientSources().flatMap((file) => importsFromProtocol(fs.readFileSync(file, 'utf8'))),
  );
  const unused = [...names].filter(([name]) => !imported.has(name)).map(([, id]) => id);

  it('are all found in the sources', () => {
    expect([...names.values()].sort()).toEqual(ALL_CALLS.map(({ id }) => id).sort());
  });

  it('have a caller in the client, or a reason why not', () => {
    expect(unused.filter((id) => !(id in WITHOUT_CLIENT))).toEqual([]);
  });

  it('are not excused when they have a caller, or do not exist', () => {
    expect(Object.keys(WITHOUT_CLIENT).filter((id) => !unused.includes(id))).toEqual([]);
  });
});
