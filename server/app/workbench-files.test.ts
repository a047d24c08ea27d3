import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

describe('the workbench as files', () => {
  let server: TestServer;
  let dist: string;
  beforeAll(async () => {
    dist = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-dist-'));
    await fs.mkdir(path.join(dist, 'assets'));
    await fs.writeFile(path.join(dist, 'index.html'), '<!doctype html><title>Groma</title>');
    await fs.writeFile(path.join(dist, 'assets/main-abc123.js'), 'export {};');
    await fs.writeFile(path.join(dist, 'assets/main-abc123.js.gz'), gzipSync('export {};'));
    await fs.writeFile(path.join(dist, '..', 'groma-secret.txt'), 'not to be served');
    server = await startTestServer({ engine: 'embedded', dist });
  });
  afterAll(async () => {
    await server.close();
    await fs.rm(dist, { recursive: true, force: true });
    await fs.rm(path.join(dist, '..', 'groma-secret.txt'), { force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers });

  it('answers every page of the router with the workbench, uncached', async () => {
    for (const url of [
      '/',
      '/login',
      '/draw/7f2c1a52/2dmeasures/distance',
      '/auth/token',
      '/nothing-of-ours',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
      expect(answer.body).toContain('<title>Groma</title>');
    }
  });

  it('lets browsers cache hashed files forever, and sends them precompressed', async () => {
    const plain = await get('/assets/main-abc123.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toMatch(/javascript/);
    const zipped = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload).toEqual(gzipSync('export {};'));
  });

  it('answers a missing file with 404 instead of a page that no script loader could read', async () => {
    const answer = await get('/assets/gone-def456.js');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('serves nothing outside its folder', async () => {
    for (const url of [
      '/../groma-secret.txt',
      '/%2e%2e/groma-secret.txt',
      '/assets/..%2f..%2fgroma-secret.txt',
    ])
      expect((await get(url)).body).not.toContain('not to be served');
  });
});
