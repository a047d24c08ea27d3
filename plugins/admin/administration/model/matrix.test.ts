import { describe, expect, it } from 'vitest';
import { definePlugin } from '#core/plugin';
import { leaning, matrixRows, missing, switchedOff, switchedOn, type MatrixRow } from './matrix.ts';

const load = () => Promise.reject(new Error('no code is read for the matrix'));
const draw = definePlugin({
  id: 'draw',
  load,
  tools: ['point', 'line'].map((name, order) => ({
    id: `draw.${name}`,
    viewer: '2d',
    group: 'draw',
    icon: name,
    title: `tool.${name}`,
    order,
    route: `2ddrawtools/${name}`,
    needs: ['geometries.write'],
  })),
});
const importer = definePlugin({
  id: 'import',
  switchable: true,
  load,
  routes: [{ path: '/shape-management', render: 'import.Page', title: 'title', needs: ['import'] }],
});
const rows = matrixRows([draw, importer]);
const row = (grant: string): MatrixRow => rows.find((candidate) => candidate.grant === grant)!;

describe('the matrix of roles and tools', () => {
  it('lists tools, switchable plugins and server authorizations, from manifests alone', () => {
    expect(rows.slice(0, 3).map(({ grant }) => grant)).toEqual([
      'tool:draw.point',
      'tool:draw.line',
      'plugin:import',
    ]);
    expect(row('geometries.write').kind).toBe('authorization');
  });

  it('requires for a plugin what all of its pages require', () => {
    expect(row('plugin:import').needs).toEqual(['import']);
  });

  it('offers to grant what a tool needs and the role lacks', () => {
    expect(missing(['geometries.read'], row('tool:draw.point'))).toEqual(['geometries.write']);
    expect(switchedOn(['geometries.read'], row('tool:draw.point'), true)).toEqual([
      'geometries.read',
      'tool:draw.point',
      'geometries.write',
    ]);
  });

  it('grants only the tool when the person declines the rest', () => {
    expect(switchedOn([], row('tool:draw.point'), false)).toEqual(['tool:draw.point']);
  });

  it('expands a wildcard when one of its tools is switched off', () => {
    expect(switchedOff(['import', 'tool:*'], row('tool:draw.point'), rows)).toEqual([
      'import',
      'tool:draw.line',
    ]);
  });

  it('names the tools that stop working without an authorization', () => {
    const held = ['geometries.write', 'tool:draw.line'];
    expect(leaning(held, row('geometries.write'), rows).map(({ grant }) => grant)).toEqual([
      'tool:draw.line',
    ]);
  });
});
