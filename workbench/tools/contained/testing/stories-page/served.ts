import { Observable } from 'rxjs';
import type { PackageManifest } from '#core/protocol';
import type { PluginStory } from '../../stories.ts';

/** What `groma-plugin stories` sends: the plugin after a change, or why it cannot be bundled. */
export type Served =
  | {
      readonly problem?: undefined;
      /** Counts the changes. */
      readonly at: number;
      readonly manifest: PackageManifest;
      /** Of a contained plugin; a full one has its code and stories at `/full.js`. */
      readonly code: string;
      readonly stories: readonly Pick<PluginStory, 'name'>[];
    }
  | { readonly problem: string };

export function messages(address: string): Observable<Served> {
  return new Observable((out) => {
    const stream = new EventSource(address);
    stream.onmessage = ({ data }) => out.next(JSON.parse(String(data)) as Served);
    stream.onerror = () => out.next({ problem: 'groma-plugin stories has ended. Start it again.' });
    return () => stream.close();
  });
}
