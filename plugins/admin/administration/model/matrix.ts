import type { PluginManifest } from '#core/plugin';
import { AUTHORIZATIONS, grants, type Authorization } from '#core/protocol';

/** What a row of the matrix grants: a plugin, one of its tools, or a server authorization. */
export interface MatrixRow {
  /** As stored in a role: `plugin:import`, `tool:draw.point`, `geometries.write`. */
  readonly grant: string;
  readonly kind: 'plugin' | 'tool' | 'authorization';
  /** Its plugin, which is also its namespace of texts. */
  readonly plugin: string | undefined;
  /** Text key in that namespace. */
  readonly title: string;
  /** Authorizations it needs to work. */
  readonly needs: readonly Authorization[];
}

/** All grants of a role: plugins and tools from the manifests, then the server's authorizations. */
export function matrixRows(manifests: readonly PluginManifest[]): MatrixRow[] {
  const offered = manifests.flatMap((manifest): MatrixRow[] => [
    ...(manifest.switchable
      ? [
          {
            grant: `plugin:${manifest.id}`,
            kind: 'plugin' as const,
            plugin: manifest.id,
            title: 'title',
            needs: neededEverywhere(manifest),
          },
        ]
      : []),
    ...(manifest.tools ?? []).map((tool) => ({
      grant: `tool:${tool.id}`,
      kind: 'tool' as const,
      plugin: manifest.id,
      title: tool.title,
      needs: tool.needs ?? [],
    })),
  ]);
  const server = AUTHORIZATIONS.map((grant) => ({
    grant,
    kind: 'authorization' as const,
    plugin: undefined,
    title: `authorization.${grant}`,
    needs: [],
  }));
  return [...offered, ...server];
}

/** What every page and command of a plugin needs: without it the plugin shows nothing. */
function neededEverywhere(manifest: PluginManifest): Authorization[] {
  const guards = [...(manifest.routes ?? []), ...(manifest.commands ?? []), ...(manifest.panels ?? [])];
  const [first, ...rest] = guards.map(({ needs }) => needs ?? []);
  return (first ?? []).filter((needed) => rest.every((needs) => needs.includes(needed)));
}

/** What `row` needs and the role lacks. */
export function missing(held: readonly string[], row: MatrixRow): Authorization[] {
  return row.needs.filter((needed) => !grants(held, needed));
}

export function switchedOn(held: readonly string[], row: MatrixRow, alsoNeeds: boolean): string[] {
  return [...new Set([...held, row.grant, ...(alsoNeeds ? row.needs : [])])];
}

/** Expands a wildcard that covers the row (`tool:*`) to all its grants except the row. */
export function switchedOff(held: readonly string[], row: MatrixRow, rows: readonly MatrixRow[]): string[] {
  const wildcard = `${row.kind}:*`;
  const spread = held.includes(wildcard)
    ? [
        ...held.filter((grant) => grant !== wildcard),
        ...rows.filter(({ kind }) => kind === row.kind).map(({ grant }) => grant),
      ]
    : held;
  return [...new Set(spread)].filter((grant) => grant !== row.grant);
}

/** The granted rows that stop working without `row`; shown before it is switched off. */
export function leaning(held: readonly string[], row: MatrixRow, rows: readonly MatrixRow[]): MatrixRow[] {
  if (row.kind !== 'authorization') return [];
  return rows.filter(
    (other) => grants(held, other.grant) && (other.needs as readonly string[]).includes(row.grant),
  );
}
