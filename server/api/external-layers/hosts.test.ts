import { describe, expect, it } from 'vitest';
import { covers } from './hosts.ts';

describe('An allowed server', () => {
  it.each([
    ['maps.example.org', 'https://maps.example.org/wms', true],
    ['maps.example.org', 'http://MAPS.example.org/wms', true],
    ['maps.example.org', 'https://maps.example.org:8443/wms', false],
    ['maps.example.org', 'https://maps.example.org.evil.test/', false],
    ['maps.example.org', 'https://evil-maps.example.org/', false],
    ['*.example.org', 'https://a.tiles.example.org/1', true],
    ['*.example.org', 'https://example.org/', true],
    ['*.example.org', 'https://notexample.org/', false],
    ['maps.example.org:8080', 'http://maps.example.org:8080/', true],
    ['maps.example.org:443', 'https://maps.example.org/', true],
    ['maps.example.org:8080', 'http://maps.example.org/', false],
  ])('%s covers %s: %s', (entry, url, expected) => {
    expect(covers(entry, new URL(url))).toBe(expected);
  });
});
