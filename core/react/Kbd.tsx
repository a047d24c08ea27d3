import { printKeys } from './keys.ts';
import './Kbd.css';

/** A shortcut as it is printed on the keys, from how manifests write it: `Ctrl+Shift+Z`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className="g-kbd">{printKeys(keys)}</kbd>;
}
