const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  geojson: 'application/geo+json',
};

/** Hands a text to the browser as a file; what it is, its ending says. */
export function downloadText(name: `${string}.csv` | `${string}.geojson`, text: string): void {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]!;
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser has taken the bytes over when the click is done.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
