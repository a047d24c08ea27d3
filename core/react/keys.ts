import { printKeys as print } from '#core/tools';

const MAC = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

/** Returns a shortcut as printed on this machine's keyboard. */
export function printKeys(keys: string): string {
  return print(keys, MAC);
}
