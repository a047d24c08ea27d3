import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PICTURE_HOSTS } from '#core/protocol';

const ROOT = path.join(import.meta.dirname, '..');
/** Names, not addresses: nothing is loaded from them. */
const NAMES =
  /^https?:\/\/(www\.)?(w3\.org|opengis\.net|landxml\.org|schemas\.openxmlformats\.org|localhost|(\w+\.)?example\.(org|com))(?![\w.-])/;
/** Sources of layers: this server requests them, once an administrator has allowed theirs. */
const BY_SERVER = ['manifest.ts', 'model/orthophotos.ts'].map(
  (file) => `plugins/work/external-layers/${file}`,
);

describe('the code of pages', () => {
  it('loads from no other site than the content security policy allows', () => {
    const found = ['core', 'plugins', 'workbench']
      .flatMap((folder) =>
        readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          path.join(folder, name),
        ),
      )
      .filter((file) => /\.(ts|tsx|css)$/.test(file) && !/\.(test|stories)\.|testing/.test(file))
      .filter((file) => !BY_SERVER.includes(file))
      .flatMap(
        (file) =>
          readFileSync(path.join(ROOT, file), 'utf8')
            .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
            .match(/(?:https?|wss?):\/\/[\w.-]+[\w/.{}-]*/g)
            ?.filter((address) => !NAMES.test(address))
            .filter(
              (address) => !PICTURE_HOSTS.some((host) => address === host || address.startsWith(`${host}/`)),
            )
            .map((address) => `${file}: ${address}`) ?? [],
      );
    expect(found).toEqual([]);
  });
});
