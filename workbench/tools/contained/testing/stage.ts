import { AppError } from '#core/kernel';
import type { PackageManifest } from '#core/protocol';
import type { Block, PluginEvent } from '../../../../plugins/work/outside-plugins/model/messages.ts';
import { brokerFor, SHAPES, type Situation, type Tested } from './fake-project.ts';
import { WorkerHost } from './worker-host.ts';

/** Runs a plugin with the real broker, document and history on a project that is not real. */
export async function stageFor({ manifest, code }: Tested, situation: Situation = {}) {
  const { broker, shown$, objects, isUnchanged } = await brokerFor(manifest, situation);
  const shown = new Map<string, readonly Block[]>();
  shown$.subscribe((all) => all.forEach((blocks, panel) => shown.set(panel, blocks)));
  const calls: string[] = [];
  const refused: string[] = [];
  const host = new WorkerHost(code, async (name, values) => {
    calls.push(name);
    try {
      return await broker.answer(name, values);
    } catch (thrown) {
      refused.push(`${name}: ${String(thrown)}`);
      throw thrown;
    }
  });
  await host.ready;
  return {
    host,
    broker,
    shown,
    calls,
    refused,
    objects,
    /** The sentence with which it was refused; undefined where it was handled. */
    send: (event: PluginEvent) =>
      host.send(event).then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof AppError ? thrown.message : Promise.reject(thrown as Error)),
      ),
    isUnchanged,
  };
}

/** What a person can do with a plugin, each once. */
export function eventsOf({ tools, commands, panels, pages }: PackageManifest): PluginEvent[] {
  return [
    ...[...panels, ...pages].map(({ id }): PluginEvent => ({ name: 'opened', of: id })),
    ...tools.map(({ id, draws }): PluginEvent => {
      const location = draws && SHAPES[['point', 'line', 'polygon'].indexOf(draws)]!;
      return { name: 'tool', of: id, ...(location ? { location } : { position: [12.4924, 41.8902] }) };
    }),
    ...commands.map(({ id }): PluginEvent => ({ name: 'command', of: id })),
  ];
}
