import { expect, it } from 'vitest';
import { ICONS } from '../core/react/icons.ts';
import { ICON_NAMES } from '../workbench/tools/contained/icon-names.ts';

it('manifests may name all icons of the workbench', () => {
  expect(ICON_NAMES).toEqual(Object.keys(ICONS).sort());
});
