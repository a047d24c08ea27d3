const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  geojson: 'application/geo+json',
  qlr: 'application/x-qgis-layer-definition',
};

/** Offers a text as a download; the extension determines its media type. */
export function downloadText(name: `${string}.${'csv' | 'geojson' | 'qlr'}`, text: string): void {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]!;
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser has read the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
