const PARTS = import.meta.glob([
  './*Box.tsx',
  './DateParts.tsx',
  './ComboBoxField.tsx',
  './SliderField.tsx',
  './ToastList.tsx',
]);

/**
 * Fetches the parts of components that come when they are first opened, so that they open as well where the network has
 * gone since. Rejects where one cannot be fetched.
 */
export async function fetchParts(): Promise<void> {
  await Promise.all(Object.values(PARTS).map((load) => load()));
}
