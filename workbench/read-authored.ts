import type { UsedPlugin } from '#core/plugin';
import { PACKAGE_LIMITS, packageManifest, servesApi } from '#core/protocol';

/** No plugin of the server has it. */
const ID = '00000000-0000-0000-0000-000000000000';

/** Words of a text of the workbench. */
type Text = (key: string, values: Record<string, string>) => string;

/** The plugin of a message of an author's tool, or the sentence why there is none. */
export function readAuthored(sent: string, text: Text): UsedPlugin | string {
  const unreadable = text('unreadable', {});
  if (sent.length > 4 * PACKAGE_LIMITS.entry) return unreadable;
  let message: { manifest?: unknown; code?: unknown; problem?: unknown };
  try {
    message = (JSON.parse(sent) as typeof message | null) ?? {};
  } catch {
    return unreadable;
  }
  if (typeof message.problem === 'string') return message.problem.slice(0, 2000);
  const manifest = packageManifest.safeParse(message.manifest);
  if (!manifest.success || typeof message.code !== 'string') return unreadable;
  if (!servesApi(manifest.data.groma)) return text('other-api', { groma: manifest.data.groma });
  if (manifest.data.kind === 'full') return text('full', {});
  return { id: ID, manifest: manifest.data, granted: manifest.data.permissions, code: message.code };
}
