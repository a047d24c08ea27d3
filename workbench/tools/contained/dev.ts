import { randomBytes } from 'node:crypto';
import { ENTRY_FILE, type PackageManifest } from '../../../core/protocol/index.ts';
import { bundlePlugin } from './bundle.ts';
import { serveLive } from './live-server.ts';

export interface DevelopmentServer {
  /** To be pasted into the author mode of the workbench. It has a secret, so that no other page can read the code. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the plugin of a folder to workbenches in author mode: as it is now, and again after every change. Each message
 * of the stream is a manifest with its code, or the problem that keeps it from being bundled.
 */
export async function servePlugin(
  folder: string,
  port: number,
  tell: (line: string) => void,
): Promise<DevelopmentServer> {
  const path = `/${randomBytes(12).toString('base64url')}`;
  const { origin, close } = await serveLive({
    folder,
    port,
    path,
    read: async () => {
      const message = await messageOf(folder);
      const { manifest } = message;
      tell(manifest ? `${manifest.id} ${manifest.version} is bundled` : message.problem);
      return message;
    },
  });
  return { address: `${origin}${path}`, close };
}

type Message = { manifest: PackageManifest; code: string } | { manifest?: undefined; problem: string };

async function messageOf(folder: string): Promise<Message> {
  try {
    const { manifest, files } = await bundlePlugin(folder);
    if (manifest.kind === 'full')
      return {
        problem: `${manifest.id} is a full plugin, which is not tried in author mode: its code would run in the page itself, which lets in no script of other servers. Pack, sign and install it (README.md).`,
      };
    return { manifest, code: new TextDecoder().decode(files.get(ENTRY_FILE)) };
  } catch (failure) {
    return { problem: failure instanceof Error ? failure.message : String(failure) };
  }
}
