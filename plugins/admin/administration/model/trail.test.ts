import { describe, expect, it } from 'vitest';
import { AUDIT_KINDS, type AuditEntry } from '#core/protocol';
import en from '../../../../locales/en/administration.json' with { type: 'json' };
import { AUDITED_THINGS, AUDITED_WORDS, detailsOf } from './trail.ts';

const texts: Record<string, string> = en;
const SURVEYOR = '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11';
const VIEWER = '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c12';
const entry = (detail: AuditEntry['detail']): AuditEntry => ({
  id: 1,
  at: '2026-03-01T10:00:00Z',
  kind: 'user.changed',
  actor: null,
  subject: null,
  detail,
  address: null,
});
const wordOf = (id: string) => ({ [SURVEYOR]: 'Surveyor', [VIEWER]: 'Viewer' })[id];

describe('the audit trail', () => {
  it('has texts for every kind of entry and every kind of subject', () => {
    expect(AUDIT_KINDS.filter((kind) => !(`audit.kind.${kind}` in texts))).toEqual([]);
    expect(AUDITED_WORDS.filter((word) => !(`audit.word.${word}` in texts))).toEqual([]);
    expect(AUDITED_THINGS.filter((thing) => !(`audit.thing.${thing}` in texts))).toEqual([]);
  });

  it('shows old and new values of a field, roles by name', () => {
    const detail = { changed: { roleId: { from: SURVEYOR, to: VIEWER }, name: { from: 'A', to: 'B' } } };
    expect(detailsOf(entry(detail), wordOf)).toEqual([
      { field: 'roleId', from: 'Surveyor', to: 'Viewer' },
      { field: 'name', from: 'A', to: 'B' },
    ]);
  });

  it('counts ids instead of printing them, and leaves out empty values', () => {
    const detail = { come: [SURVEYOR, VIEWER], gone: [], granted: ['import', 'tool:*'] };
    expect(detailsOf(entry(detail), wordOf)).toEqual([
      { field: 'come', to: '2' },
      { field: 'granted', to: 'import, tool:*' },
    ]);
    expect(detailsOf(entry({ changed: { blockedLayers: { from: [], to: ['x'] } } }), wordOf)).toEqual([
      { field: 'blockedLayers', from: '', to: 'x' },
    ]);
  });
});
