import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether GDAL's programs are installed; otherwise a suite that needs them says so in its name. */
export const gdal = spawnSync('ogrinfo', ['--version']).status === 0;

/** Runs ogrinfo or ogr2ogr with a person's token. Throws an error with its output when it fails. */
export async function gdalRun(
  program: 'ogrinfo' | 'ogr2ogr',
  token: string,
  args: readonly string[],
): Promise<string> {
  const headers = `Authorization: Bearer ${token}`;
  const env = { ...process.env, GDAL_HTTP_HEADERS: headers, HOME: os.tmpdir() };
  const { stdout, stderr } = await run(program, [...args], { env, maxBuffer: 64 * 1024 * 1024 });
  if (/ERROR/.test(stderr)) throw new Error(stderr);
  return stdout;
}

export interface GdalFeature {
  geometry: { type: string; coordinates: unknown } | null;
  properties: Record<string, unknown>;
}

/** A layer of a service, as GDAL reads it: written to GeoJSON with all its digits. */
export async function gdalRead(
  token: string,
  source: string,
  layer: string,
  args: readonly string[] = [],
): Promise<GdalFeature[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-gdal-'));
  try {
    const file = path.join(folder, 'read.geojson');
    const digits = [
      '-lco',
      'COORDINATE_PRECISION=17',
      '-lco',
      'SIGNIFICANT_FIGURES=17',
      '-lco',
      'RFC7946=NO',
    ];
    await gdalRun('ogr2ogr', token, ['-f', 'GeoJSON', ...digits, file, source, layer, ...args]);
    const { features } = JSON.parse(await fs.readFile(file, 'utf8')) as { features: GdalFeature[] };
    return features;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
