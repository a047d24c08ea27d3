import { printKeys } from './keys.ts';
import './Kbd.css';

/** Shows a shortcut as printed on the keys, from its form in manifests: `Ctrl+Shift+Z`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className="g-kbd">{printKeys(keys)}</kbd>;
}
