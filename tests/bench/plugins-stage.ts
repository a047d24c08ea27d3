/** A server whose organization gets plugins from outside, and a surveyor of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { InstalledPlugin, Role } from '#core/protocol';
import { newSigningKey, signed, zipped, type PackageFiles } from '../../server/testing/plugin-package.ts';
import { bundlePlugin } from '../../workbench/tools/contained/bundle.ts';
import { makePlugin, type Example } from '../../workbench/tools/contained/make.ts';
import { openPlace } from '../faults/kills.ts';
import { signInAs } from '../journeys/harness.ts';
import { call, must } from '../processes.ts';

interface Account {
  email: string;
  password: string;
}

const SURVEYOR = { email: 'surveyor@groma.test', password: 'a long enough password' };

export type PluginStage = Awaited<ReturnType<typeof openStage>>;

export async function openStage(url: string, browser: Browser) {
  const { token, projectId, typeName } = await openPlace(url);
  const send = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call<T>(url, token, method, path, body, headers);
  const key = newSigningKey();
  must(await send('POST', '/plugin-keys', { name: 'Bench', publicKey: key.publicKey }), 201);
  must(await send('POST', '/plugins/settings', { fullAllowed: true }), 200);

  const addPerson = async (who: Account, organizationId: string): Promise<string> => {
    const role = { role_name: 'Everything', authorizations: ['*'], organizationId };
    const { role_id } = must(await send<Role>('POST', '/roles', role), 201);
    const user = { ...who, name: who.email, roleId: role_id, roleIds: [role_id] };
    const added = await send<{ id: string }>('POST', '/users', {
      ...user,
      organizationIds: [organizationId],
    });
    return must(added, 201).id;
  };
  const { organizationId: ours, userId } = must(
    await send<{ organizationId: string; userId: string }>('GET', '/me'),
    200,
  );
  const surveyorId = await addPerson(SURVEYOR, ours);
  must(await send('PUT', `/projects/${projectId}/members`, { userIds: [userId, surveyorId] }), 204);

  return {
    url,
    token,
    projectId,
    typeName,
    send,
    surveyor: await pageOf(browser, url, SURVEYOR),
    map: `${url}/draw/${projectId}`,

    /** From the package to its approval, with all that it asks for. */
    install: async (files: PackageFiles): Promise<InstalledPlugin> => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await zipped(signed(files, key)))]), 'plugin.zip');
      const plugin = must(await send<InstalledPlugin>('POST', '/plugins', form), 201);
      const [version] = plugin.versions;
      const body = { versionId: version!.id, granted: version!.manifest.permissions, enabled: true };
      const headers = { 'if-match': `"${plugin.version}"` };
      return must(await send<InstalledPlugin>('PUT', `/plugins/${plugin.id}`, body, headers), 200);
    },
    /** Returns it with its new version. */
    switch: async (plugin: InstalledPlugin, enabled: boolean): Promise<InstalledPlugin> => {
      if (plugin.enabled === enabled) return plugin;
      const headers = { 'if-match': `"${plugin.version}"` };
      return must(await send<InstalledPlugin>('PUT', `/plugins/${plugin.id}`, { enabled }, headers), 200);
    },
    remove: async ({ id, version }: InstalledPlugin): Promise<void> => {
      must(await send('DELETE', `/plugins/${id}`, undefined, { 'if-match': `"${version}"` }), 204);
    },
  };
}

async function pageOf(browser: Browser, url: string, who: Account): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  await signInAs(page, url, who);
  return page;
}

/** Opens a map; milliseconds until it is there with its tools. */
export async function openMap(page: Page, address: string): Promise<number> {
  const begun = performance.now();
  await page.goto(address);
  await page.getByRole('application').waitFor();
  return performance.now() - begun;
}

/** Opens a panel; one that was open when its plugin was removed opens by itself when it is there again. */
export async function openPanel(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  return button;
}

/** The files of a plugin that is made like an example; `changed` replaces files of it. */
export async function bundled(
  id: string,
  like: Example,
  changed: Readonly<Record<string, string>> = {},
): Promise<PackageFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'groma-bench-'));
  try {
    const plugin = join(folder, id);
    makePlugin(plugin, like);
    for (const [name, text] of Object.entries(changed)) writeFileSync(join(plugin, name), text);
    const { files } = await bundlePlugin(plugin);
    return new Map(files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const inBoth = (text: string) => ({ en: text, it: text });
